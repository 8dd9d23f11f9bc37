/** A dialog about one key, or for a new one. */
export type KeyQuestion = { kind: 'edit' | 'delete'; keyId: number } | { kind: 'create' }

let asked: KeyQuestion | undefined
const listeners = new Set<() => void>()

/**
 * Opens a dialog about a key. It is drawn beside the rows, not inside the one that asked: what somebody types in it would
 * reach the keys of that row.
 */
export function ask(question: KeyQuestion | undefined): void {
  asked = question
  for (const listener of [...listeners]) listener()
}

export const askedQuestion = () => asked

export function subscribeToQuestions(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
