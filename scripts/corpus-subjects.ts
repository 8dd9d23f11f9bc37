import type { CheckId } from '../packages/checks/src/index.ts'

/** What a check of a corpus is told about a row. */
interface Texts {
  source: string
  target: string
  locale: string
}

/** Texts that a check can find something in: one about tags needs a tag. */
interface Subject {
  /** What was promised for the texts of Django and the Nextcloud app: findings in 1,000 texts. */
  promised: number
  has: (texts: Texts) => boolean
  /** How many of 1,000 of those texts are such, by the same pattern. */
  share: number
}

const TAG = /<\/?[A-Za-z][\w:-]*(?:\s[^<>]*)?\/?>/
const PLACEHOLDER = /%(?:\d\$)?[-+0#']?\d*(?:\.\d+)?l*[sdiufegc@]|%\(\w+\)|%L?\d|\{\w*\}/
const BRACKET = /[()[\]{}（）]/

const either =
  (pattern: RegExp) =>
  ({ source, target }: Texts) =>
    pattern.test(source) || pattern.test(target)
const any = () => true
const isSentence = ({ source }: Texts) => /(?:\p{L}[^\s]*\s+){2}\p{L}/u.test(source)
const isFrench = ({ locale }: Texts) => /^(?:fr(?![-_]ca)|br)/i.test(locale)

export const SUBJECTS: Partial<Record<CheckId, Subject>> = {
  placeholder_missing: { promised: 0.01, has: either(PLACEHOLDER), share: 156 },
  placeholder_extra: { promised: 0.01, has: either(PLACEHOLDER), share: 156 },
  tag_missing: { promised: 0.1, has: either(TAG), share: 6.2 },
  tag_extra: { promised: 0.1, has: either(TAG), share: 6.2 },
  mojibake: { promised: 0, has: any, share: 1_000 },
  escapes: { promised: 0.25, has: any, share: 1_000 },
  invisible: { promised: 0.1, has: any, share: 1_000 },
  edge_space: { promised: 8.5, has: any, share: 1_000 },
  double_space: { promised: 3.5, has: isSentence, share: 422 },
  newline_count: { promised: 0.6, has: either(/\n/), share: 3.7 },
  end_punctuation: { promised: 1.6, has: isSentence, share: 422 },
  end_stop: { promised: 15.5, has: isSentence, share: 422 },
  // What was promised for French by itself is 54.
  punctuation_spacing: { promised: 0.9, has: isFrench, share: 16.7 },
  numbers: { promised: 0.05, has: ({ source }) => /\d\d|\d[.,]\d/.test(source), share: 5.9 },
  urls: { promised: 0.4, has: ({ source }) => /:\/\/|\w@\w|www\./.test(source), share: 2.2 },
  same_as_source: { promised: 9, has: any, share: 1_000 },
  repeated_word: { promised: 0.35, has: any, share: 1_000 },
  capitalization: { promised: 0.7, has: (texts) => /^\s*\p{Lu}/u.test(texts.source) && isSentence(texts), share: 389 },
  brackets: { promised: 0.05, has: either(BRACKET), share: 119 },
}
