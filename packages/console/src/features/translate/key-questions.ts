/** A dialog about one key. */
export interface KeyQuestion {
  kind: 'edit' | 'delete'
  keyId: number
}

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
