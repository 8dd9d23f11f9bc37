export type RemarkCode =
  | 'syntax_error'
  | 'encoding'
  | 'duplicate_key'
  | 'invalid_key'
  | 'null_value'
  | 'value_too_long'
  | 'too_deep'
  | 'unsafe_xml'
  | 'unsafe_yaml'
  | 'locale_mismatch'
  | 'number_as_text'
  | 'description_cut'
  | 'plural_forms_merged'
  | 'branch_dropped'
  | 'segments_joined'
  | 'unsupported_entry'
  | 'key_not_representable'
  | 'value_not_convertible'
  | 'format_data_too_large'

/** What is wrong in a file, or does not survive in one. Nothing is dropped without a remark. */
export interface Remark {
  severity: 'error' | 'warning'
  code: RemarkCode
  message: string
  /** Left out where it is about the whole file. Can be shown and stored, whatever is wrong with the key itself. */
  key?: string
  line?: number
  column?: number
}

/** Thrown by readers: from here on, or at all, the file is none of its format. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly code: RemarkCode
  /** Where it ends to be one, if that is known. */
  readonly place: { line?: number; column?: number }

  constructor(code: RemarkCode, message: string, place: { line?: number; column?: number } = {}) {
    super(message)
    this.code = code
    this.place = place
  }
}
