/** Characters that leave at a time. */
const PIECE = 2 ** 16

/** The same text in larger pieces. */
export function* pieces(parts: Iterable<string>): Generator<string, void, void> {
  let ready = ''
  for (const part of parts) {
    ready += part
    if (ready.length < PIECE) continue
    yield ready
    ready = ''
  }
  if (ready !== '') yield ready
}
