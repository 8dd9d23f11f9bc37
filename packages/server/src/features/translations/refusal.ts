import { fault } from '../../http/errors.ts'

/** Why a text was not written. */
interface TooLong {
  reason: 'too_long'
  limit: number
  /** In code points, as the limit. */
  actual: number
}

export type Reason = TooLong

/** A value that its writer did not take. What that means for the rest of a request is its caller's to say. */
export type Refusal = Reason & {
  keyId: number
  key: string
  locale: string
}

/** For requests that stand or fall as a whole: thrown within their transaction, it takes all of it back. */
export const faultOf = ({ limit, actual }: Reason) => fault('valueTooLong', { limit, actual })

/** The rows, if none was refused. */
export function allWritten<Row>({ written, refused: [first] }: { written: Row[]; refused: Refusal[] }): Row[] {
  if (first) throw faultOf(first)
  return written
}

/** For lists of what failed. The error of the same name in the catalogue says the same as a sentence. */
export const tooLong = (text: string, limit?: number) =>
  `${text} is longer than the key's limit${limit === undefined ? '' : ` of ${limit} characters`}`
