import type { Translate } from './text.ts'

/** A sentence of the service, and how the console says it. */
export type Sentence = [pattern: RegExp, say: (t: Translate, found: RegExpExecArray) => string]

/** What the service says in English, in the language of the console; what is not known is shown as it is. */
export function inOwnWords(sentences: readonly Sentence[], message: string, t: Translate): string {
  for (const [pattern, say] of sentences) {
    const found = pattern.exec(message)
    if (found) return say(t, found)
  }
  return message
}
