/** Things that outlast the page, each under an id. Writes that the device refuses are rejected. */
export interface Shelf<T> {
  put(id: string, item: T): Promise<void>
  remove(id: string): Promise<void>
  /** What other pages of the same person put there, or took away. */
  watch(listener: (id: string, item: T | undefined) => void): () => void
}
