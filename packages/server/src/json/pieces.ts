import { eachInTurns } from '../turns.ts'

const PIECE = 2 ** 16

/** What JSON.stringify would write, in turns: for a hundred thousand conflicts it would take half a second. */
export async function jsonPieces(value: object): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  let piece = ''
  await eachInTurns(write(value), (text) => {
    piece += text
    if (piece.length < PIECE) return
    pieces.push(Buffer.from(piece))
    piece = ''
  })
  if (piece !== '') pieces.push(Buffer.from(piece))
  return pieces
}

function* write(value: unknown): Generator<string, void, void> {
  if (!isDeep(value)) {
    yield JSON.stringify(value) ?? 'null'
  } else if (Array.isArray(value)) {
    yield '['
    for (const [at, item] of value.entries()) {
      if (at > 0) yield ','
      yield* write(item)
    }
    yield ']'
  } else {
    let separator = '{'
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${separator}${JSON.stringify(name)}:`
      yield* write(member)
      separator = ','
    }
    yield separator === '{' ? '{}' : '}'
  }
}

/** Lists may be long, and so may what holds them; all else is written at once. */
function isDeep(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false
  return Array.isArray(value) ? value.length > 0 : Object.values(value).some(isDeep)
}
