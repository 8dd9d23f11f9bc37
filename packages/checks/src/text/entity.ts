import type { Span } from './mapped-text.ts'

export interface Entity extends Span {
  text: string
}

const ENTITY = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g
const NONE: readonly Entity[] = []

/** The entities of HTML in a text, as they stand there. */
export const entitiesIn = (text: string): readonly Entity[] =>
  text.includes('&')
    ? Array.from(text.matchAll(ENTITY), ({ 0: found, index }) => ({
        text: found,
        start: index,
        end: index + found.length,
      }))
    : NONE
