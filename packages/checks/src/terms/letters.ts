/** Scripts that write words without spaces between them, where a word is wherever its letters are. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}ー々〆]/u
const WORD = /[\p{L}\p{N}\p{M}_]/u

const belongsToWord = (character: string) => WORD.test(character) && !UNSPACED.test(character)

function foldCharacter(character: string): string {
  if (character === 'İ') return 'i'
  if (character === 'ς') return 'σ'
  if (/\s/.test(character)) return ' '
  const small = character.toLowerCase()
  return small.length === character.length ? small : character
}

const [UNKNOWN, OF_WORD, OTHER] = [0, 1, 2]
/** What was found out about the characters of one unit. A text has few different ones, and to find out is slow. */
const kinds = new Uint8Array(0x1_0000)
const foldedUnits = new Uint16Array(0x1_0000)

function learn(unit: number): void {
  const character = String.fromCharCode(unit)
  kinds[unit] = belongsToWord(character) ? OF_WORD : OTHER
  foldedUnits[unit] = foldCharacter(character).charCodeAt(0)
}

/** Whether letters of this kind belong together to words with spaces around them. */
export function isOfWord(codePoint: number): boolean {
  if (codePoint > 0xffff) return belongsToWord(String.fromCodePoint(codePoint))
  if (kinds[codePoint] === UNKNOWN) learn(codePoint)
  return kinds[codePoint] === OF_WORD
}

/** A character where case does not count, and any white space is a space. What would change its length stays as it is. */
export function folded(codePoint: number): number {
  if (codePoint > 0xffff) return foldCharacter(String.fromCodePoint(codePoint)).codePointAt(0) as number
  if (kinds[codePoint] === UNKNOWN) learn(codePoint)
  return foldedUnits[codePoint] as number
}
