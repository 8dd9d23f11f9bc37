import { fault } from '../../http/errors.ts'

interface TooLong {
  reason: 'too_long'
  limit: number
  /** In code points, as the limit. */
  actual: number
}

/** It was to be called translated, in a project that calls no text so which has errors. */
interface QaErrors {
  reason: 'qa_errors'
  /** How many of them are open. */
  errors: number
}

/** Why a text was not written. */
export type Reason = TooLong | QaErrors

/** A value that its writer did not take. What that means for the rest of a request is its caller's to say. */
export type Refusal = Reason & {
  keyId: number
  key: string
  locale: string
}

/** For requests that stand or fall as a whole: thrown within their transaction, it takes all of it back. */
export const faultOf = (refused: Reason) =>
  refused.reason === 'too_long'
    ? fault('valueTooLong', { limit: refused.limit, actual: refused.actual })
    : fault('qaErrors', { errors: refused.errors })

/** The rows, if none was refused. Of several texts with errors, all errors are counted. */
export function allWritten<Row>({ written, refused }: { written: Row[]; refused: Refusal[] }): Row[] {
  if (refused.length === 0) return written
  const tooLong = refused.find(({ reason }) => reason === 'too_long')
  const errors = refused.reduce((sum, refusal) => sum + (refusal.reason === 'qa_errors' ? refusal.errors : 0), 0)
  throw faultOf(tooLong ?? { reason: 'qa_errors', errors })
}

/** For lists of what failed. The error of the same name in the catalogue says the same as a sentence. */
export const tooLong = (text: string, limit?: number) =>
  `${text} is longer than the key's limit${limit === undefined ? '' : ` of ${limit} characters`}`

/** The same of a text that is not to be called translated. */
export const hasErrors = (errors: number) => `The value has ${errors === 1 ? 'an open error' : `${errors} open errors`}`
