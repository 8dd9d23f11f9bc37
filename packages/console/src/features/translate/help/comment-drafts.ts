/** What somebody wrote and did not send, on this device. Where the browser keeps nothing, as long as the page. */
const inMemory = new Map<string, string>()

const nameOf = (userId: number, keyId: number) => `parlance-comment-${userId}-${keyId}`

export function keptComment(userId: number, keyId: number): string {
  const name = nameOf(userId, keyId)
  try {
    return localStorage.getItem(name) ?? inMemory.get(name) ?? ''
  } catch {
    return inMemory.get(name) ?? ''
  }
}

export function keepComment(userId: number, keyId: number, text: string): void {
  const name = nameOf(userId, keyId)
  if (text === '') inMemory.delete(name)
  else inMemory.set(name, text)
  try {
    if (text === '') localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    // Full, or refused: the page has it still.
  }
}
