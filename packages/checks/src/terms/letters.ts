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

/** A letter that belongs with others like it to words with spaces around them. */
export const OF_WORD = 0x20_0000
/** The character itself, where case does not count and any white space is a space. */
export const FOLDED = 0x1f_ffff
const KNOWN = 0x40_0000

/** What was found out about the characters of one unit; 0 is nothing. A text has few different ones, and to find out is slow. */
const known = new Int32Array(0x1_0000)

function learn(codePoint: number): number {
  const character = String.fromCodePoint(codePoint)
  const folded = foldCharacter(character).codePointAt(0) as number
  return folded | (belongsToWord(character) ? OF_WORD : 0) | KNOWN
}

/** What is to be known about a character: `OF_WORD` and `FOLDED`. What would change its length is folded to itself. */
export function letterOf(codePoint: number): number {
  if (codePoint > 0xffff) return learn(codePoint)
  const letter = known[codePoint] as number
  if (letter !== 0) return letter
  const learned = learn(codePoint)
  known[codePoint] = learned
  return learned
}
