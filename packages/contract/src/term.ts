export const termTypes = ['preferred', 'forbidden'] as const
export type TermType = (typeof termTypes)[number]

/** The columns of a glossary in CSV, in the order of the export. */
export const csvColumns = [
  'concept_id',
  'definition',
  'subject',
  'locale_code',
  'term',
  'term_type',
  'part_of_speech',
  'is_case_sensitive',
  'is_exact_match',
  'is_translatable',
  'is_forbidden',
  'description',
  'gender',
  // Written only where a file would not say otherwise in which language a concept is at home.
  'source_locale_code',
] as const
export type CsvColumn = (typeof csvColumns)[number]
