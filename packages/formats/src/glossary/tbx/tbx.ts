export const TBX_NAMESPACE = 'urn:iso:std:iso:30042:ed-2'

/** The values that TBX-Basic allows for a category; everything else is `other` there. */
export const TBX_CASES: Record<'partOfSpeech' | 'grammaticalGender', readonly string[]> = {
  partOfSpeech: ['adjective', 'noun', 'verb', 'adverb', 'other'],
  grammaticalGender: ['masculine', 'feminine', 'neuter', 'other'],
}

/** The words of an element: files are indented, so white space means no more than that one word ends. */
export const readWords = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold arrives as a replacement
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .trim()
