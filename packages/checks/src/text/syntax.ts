/** How placeholders are written in the values of a key. */
export const SYNTAXES = [
  'icu',
  'i18next',
  'vue',
  'printf',
  'java',
  'messageformat',
  'apple',
  'python',
  'python-brace',
  'ruby',
  'php',
  'laravel',
  'dotnet',
  'chrome',
  'fluent',
  'qt',
  'xliff',
  'none',
] as const

export type Syntax = (typeof SYNTAXES)[number]
