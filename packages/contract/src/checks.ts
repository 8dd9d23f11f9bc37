/**
 * What is looked for in values, and how bad it is unless a project says otherwise; each check once, in the order in which
 * they are told. For the fields of the contract, for the checks themselves and for clients. Like the limits it loads no
 * schemas (`@parlance/contract/checks`).
 */
export const checks = {
  icu_syntax: 'error',
  placeholder_missing: 'error',
  placeholder_extra: 'error',
  placeholder_type: 'error',
  plural_missing: 'warning',
  plural_extra: 'warning',
  tag_missing: 'error',
  tag_extra: 'warning',
  tag_unbalanced: 'error',
  blank: 'error',
  mojibake: 'error',
  escapes: 'warning',
  invisible: 'warning',
  edge_space: 'warning',
  double_space: 'warning',
  newline_count: 'warning',
  end_punctuation: 'warning',
  end_stop: 'off',
  punctuation_spacing: 'off',
  numbers: 'warning',
  urls: 'warning',
  same_as_source: 'warning',
  repeated_word: 'warning',
  capitalization: 'warning',
  brackets: 'warning',
  glossary_missing: 'warning',
  glossary_forbidden: 'error',
  inconsistent: 'off',
  outdated: 'warning',
  exceeds_space: 'warning',
} as const satisfies Record<string, CheckSeverity>
export type CheckId = keyof typeof checks
export const checkIds = Object.keys(checks) as CheckId[]

/** Of what was found: a program breaks or shows rubbish, or a person should look. */
export const issueSeverities = ['error', 'warning'] as const
export type IssueSeverity = (typeof issueSeverities)[number]

/** Of a check: how bad its findings are, or that it is not run. */
export const checkSeverities = [...issueSeverities, 'off'] as const
export type CheckSeverity = (typeof checkSeverities)[number]
