import { isBreak } from './yaml-characters.ts'
import type { YamlCursor } from './yaml-cursor.ts'

/** Over directives and markers, to the first document that has something in it. */
export function* toDocument(cursor: YamlCursor): Generator<void, void, void> {
  while (true) {
    yield* skipGap(cursor)
    if (cursor.isFirst && cursor.column === 0 && cursor.text[cursor.at] === '%') yield* skipLine(cursor)
    else if (cursor.isAtMarker()) cursor.at += 3
    else return
  }
}

/** Behind a document: where another one begins, if there is one. */
export function* nextDocument(cursor: YamlCursor): Generator<void, number | undefined, void> {
  while (cursor.isAtMarker()) {
    cursor.at += 3
    yield* skipGap(cursor)
  }
  return cursor.isAtEnd ? undefined : cursor.at
}

function* skipGap(cursor: YamlCursor): Generator<void, void, void> {
  cursor.beginGap()
  while (!cursor.skipGap()) yield
}

function* skipLine(cursor: YamlCursor): Generator<void, void, void> {
  while (!cursor.isAtEnd && !isBreak(cursor.code)) {
    cursor.at++
    if (cursor.isTired(1)) yield
  }
}
