import type { FileKeys, Place } from './use.ts'

export interface Comment {
  text: string
  /** Where it begins. */
  at: Place
  /** Its last line. */
  end: number
}

/** Does what comments ask for: `parlance-keep a.b.*`, and `parlance-ignore` before a line. */
export function heed({ uses, kept, unread }: FileKeys, comments: readonly Comment[]): FileKeys {
  const told = comments.filter(({ text }) => text.includes('parlance-'))
  if (told.length === 0) return { uses, kept, unread }
  const ignored = new Set(told.filter(({ text }) => words(text)[0] === 'parlance-ignore').map(({ end }) => end + 1))
  return {
    uses: uses.filter(({ line, from }) => !ignored.has(line) && !ignored.has(from)),
    unread: unread.filter(({ line }) => !ignored.has(line)),
    kept: [...kept, ...told.flatMap((comment) => keptBy(comment))],
  }
}

/** Without the stars that lines of comments may begin with. */
const words = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '' && word !== '*')

/** A comment of several lines may keep with each of them. */
const keptBy = ({ text, at }: Comment) =>
  text.split('\n').flatMap((line, below) => {
    const [first, ...patterns] = words(line)
    if (first !== 'parlance-keep') return []
    return patterns.map((pattern) => ({ pattern, line: at.line + below, column: below === 0 ? at.column : 1 }))
  })
