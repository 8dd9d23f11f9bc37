import type { Entry } from '../entry.ts'

/** What only Qt can say of a key. */
export interface QtData {
  /** The whole of a name that is too long for a key. */
  name?: string
  /** Of a message with an id, which is its key. */
  context?: string
  comment?: string
  /** What translators note, by language, so that it never gets into the file of another. */
  comments?: Readonly<Record<string, string>>
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Anyone may have written it, in any form. */
export function storedData({ formatData }: Entry, locale: string) {
  const own = formatData?.['qt']
  const data = isRecord(own) ? own : {}
  const comments = isRecord(data['comments']) ? data['comments'] : {}
  return {
    context: textOf(data['context']),
    comment: textOf(data['comment']),
    translatorComment: Object.hasOwn(comments, locale) ? textOf(comments[locale]) : undefined,
  }
}

const SEPARATOR = '\u0004'

/** How a message without an id is called among all others. */
export const nameFrom = (context: string, source: string, comment: string) =>
  [context, source, ...(comment === '' ? [] : [comment])].join(SEPARATOR)

/** What such a name is made of. Undefined: it is an id. */
export function partsOf(name: string): { context: string; source: string; comment: string } | undefined {
  const [context = '', source, ...comment] = name.split(SEPARATOR)
  return source === undefined ? undefined : { context, source, comment: comment.join(SEPARATOR) }
}
