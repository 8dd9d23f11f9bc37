import { type AloneCheck, NOTHING } from './check.ts'

const SIGN = /[ÃÂ]|â€/

export const mojibake: AloneCheck = {
  id: 'mojibake',
  kind: 'alone',
  find(unit, source, { value }) {
    if (!SIGN.test(unit.text) || !isMisread(unit.text) || (source && isMisread(source.text))) return NOTHING
    const fix = () => value.replaceAll(BEYOND_ASCII, (run) => readAgain(run) ?? run)
    return [{ message: 'The text was read in a wrong encoding.', params: {}, span: null, fix }]
  },
}

const BEYOND_ASCII = /[^\0-\x7f]+/g

/** ASCII is the same in all encodings, so that each run of other characters is the bytes of UTF-8 or is not. */
const isMisread = (text: string) =>
  SIGN.test(text) && (text.match(BEYOND_ASCII) ?? []).every((run) => readAgain(run) !== undefined)

/** What Windows-1252 has where Latin-1 has control characters, from 0x80 on; the gaps are those characters themselves. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const BYTES = new Map(Array.from(WINDOWS_1252, (character, at) => [character.charCodeAt(0), 0x80 + at]))

const HEX = Array.from({ length: 0x100 }, (_, byte) => `%${byte.toString(16).padStart(2, '0')}`)

/** The text that was meant, if these are the bytes of one. */
function readAgain(text: string): string | undefined {
  let bytes = ''
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const byte = unit >= 0xa0 && unit <= 0xff ? unit : BYTES.get(unit)
    if (byte === undefined) return undefined
    bytes += HEX[byte]
  }
  try {
    return decodeURIComponent(bytes)
  } catch {
    return undefined
  }
}
