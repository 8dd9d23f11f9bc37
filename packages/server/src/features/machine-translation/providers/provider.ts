import type { Handle } from '../../../db/pool.ts'

/** A source text with what is known about it. */
export interface SourceText {
  text: string
  key: string
  /** What translators are told about the key. */
  context: string | null
}

export interface Languages {
  projectId: number
  sourceLocaleId: number
  targetLocaleId: number
  source: string
  target: string
}

/** Finds whole translations. It is asked for the values as they are. */
export interface Library {
  kind: 'library'
  /** As many as one request of ours takes at once. */
  textsPerRequest: number
  /** In the order of the texts; null where there is none. */
  find(db: Handle, texts: readonly SourceText[], languages: Languages): Promise<(string | null)[]>
}

/** Translates marked texts over the network, and counts their characters. */
export interface Translator {
  kind: 'translator'
  textsPerRequest: number
  charactersPerRequest: number
  /** In the order of the texts. */
  translate(
    texts: readonly { text: string; context: string | null }[],
    languages: Languages,
    signal: AbortSignal,
  ): Promise<string[]>
}

export type Provider = Library | Translator

/** The provider will not translate any more for now: its credits, or ours, are used up. */
export class OutOfCredits extends Error {
  override name = 'OutOfCredits'
}
