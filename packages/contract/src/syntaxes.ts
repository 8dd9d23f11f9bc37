/**
 * How placeholders are written in the values of a key, each name once: for the fields of the contract, for checks and for
 * formats. Like the limits it loads no schemas (`@parlance/contract/syntaxes`).
 */
export const syntaxes = [
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
export type Syntax = (typeof syntaxes)[number]
