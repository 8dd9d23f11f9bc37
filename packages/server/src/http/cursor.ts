import { createHmac, timingSafeEqual } from 'node:crypto'
import { fault } from './errors.ts'

const SIGNATURE_BYTES = 16

/** Safe in addresses as it is, or, where a route promises it, plain. */
type Alphabet = 'base64url' | 'base64'

/**
 * Cursors are positions in a sorted list, signed, and bound to what they were issued for: endpoint, project, order and
 * filters, each filter in one spelling however it was sent. Everything else is "not issued here".
 */
export class Cursors {
  readonly #secret: Buffer

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  issue(boundTo: readonly unknown[], position: readonly unknown[], alphabet: Alphabet = 'base64url'): string {
    const content = Buffer.from(JSON.stringify(position))
    return Buffer.concat([this.#sign(boundTo, content), content]).toString(alphabet)
  }

  read<Position extends unknown[]>(
    boundTo: readonly unknown[],
    cursor: string,
    alphabet: Alphabet = 'base64url',
  ): Position {
    const bytes = Buffer.from(cursor, alphabet)
    const content = bytes.subarray(SIGNATURE_BYTES)
    // The comparison of the text itself refuses other spellings of the same bytes.
    if (bytes.length <= SIGNATURE_BYTES || bytes.toString(alphabet) !== cursor) throw fault('invalidCursor')
    if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), this.#sign(boundTo, content))) throw fault('invalidCursor')
    return JSON.parse(content.toString()) as Position
  }

  /** For lists that begin anew where a cursor was not issued by them. */
  readIssued<Position extends unknown[]>(
    boundTo: readonly unknown[],
    cursor: string | undefined,
  ): Position | undefined {
    if (cursor === undefined) return undefined
    try {
      return this.read<Position>(boundTo, cursor)
    } catch {
      return undefined
    }
  }

  /** Of rows that were asked for with one more than the limit: those of the page, and where the next one begins. */
  page<Row>(
    boundTo: readonly unknown[],
    found: readonly Row[],
    limit: number,
    positionOf: (last: Row) => readonly unknown[],
    alphabet?: Alphabet,
  ): { rows: Row[]; next: { nextCursor: string | null; hasMore: boolean } } {
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    const hasMore = found.length > limit
    const nextCursor = hasMore && last !== undefined ? this.issue(boundTo, positionOf(last), alphabet) : null
    return { rows, next: { nextCursor, hasMore } }
  }

  #sign(boundTo: readonly unknown[], content: Buffer): Buffer {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify(boundTo))
      .update('\0')
      .update(content)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
  }
}
