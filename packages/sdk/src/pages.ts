import type { QueryValues } from './address.ts'

/** What a list answers: one array of items, and where the next ones begin. */
interface Page {
  nextCursor?: string | null
  hasMore?: boolean
  pagination?: Page
}

/** The most that every list gives at once. */
const AT_ONCE = 100

/** The items of a list, from page to page. The next one is asked for when the loop gets there, and never after its end. */
export async function* itemsOf<Request extends { query?: QueryValues }>(
  ask: (request: Request) => Promise<unknown>,
  request: Request,
): AsyncGenerator<unknown, void, undefined> {
  let query: QueryValues = { ...request.query, limit: AT_ONCE, cursor: undefined }
  for (;;) {
    const page = (await ask({ ...request, query })) as Page
    yield* Object.values(page).find(Array.isArray) ?? []
    const { hasMore, nextCursor } = page.pagination ?? page
    // A service that forgot where the next page begins would tell the first one again, without an end.
    if (!hasMore || typeof nextCursor !== 'string') return
    // What is passed over is counted from the cursor, so it is passed over once.
    query = { ...query, skip: undefined, cursor: nextCursor }
  }
}
