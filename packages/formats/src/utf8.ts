/** Bytes that are decoded in a millisecond or two. */
const PIECE = 2 ** 20

/**
 * The text of bytes that came in chunks of any size, in pieces that can be read one by one. A byte order mark is taken
 * off; a TypeError where the bytes are no UTF-8.
 */
export function* decodeUtf8(chunks: Iterable<Uint8Array>): Generator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      text += decoder.decode(chunk.subarray(at, at + PIECE), { stream: true })
      if (text.length < PIECE / 2) continue
      yield text
      text = ''
    }
  }
  yield text + decoder.decode()
}
