import type { Draft } from './editor-context.ts'
import type { SaveJob } from './save-job.ts'
import type { Shelf } from './shelf.ts'

const DATABASE = 'parlance'
const STORE = 'kept'
/** A browser that neither opens nor refuses is taken for one that refuses. */
const OPEN_MS = 3_000

/** What a person has typed into a project on this device, and where it is kept. */
export interface Device {
  drafts: readonly Draft[]
  draftShelf: Shelf<Draft>
  /** Of pages that are gone. */
  saves: readonly SaveJob[]
  saveShelf: Shelf<SaveJob>
  /** What waited in another page, when that is closed. */
  onLeft(listener: (saves: readonly SaveJob[]) => void): void
  close(): void
}

/** Never fails: where nothing can be kept, every write is refused, and the person is told. */
export async function openDevice(userId: number, projectId: number): Promise<Device> {
  const store = new DeviceStore()
  const place = `${userId}/${projectId}`
  const page = new LivingPage(`parlance-page/${place}`)
  const draftsFrom = `draft/${place}/`
  const savesFrom = (pageId: string) => `save/${place}/${pageId}/`
  const take = (pageId: string) => store.move<SaveJob>(savesFrom(pageId), savesFrom(page.id))
  const [drafts, waiting] = await Promise.all([
    store.all<Draft>(draftsFrom).catch(() => []),
    store.keys(`save/${place}/`).catch(() => []),
  ])
  const others = new Set(waiting.map((key) => key.split('/')[3] ?? ''))
  const saves: SaveJob[] = []
  for (const other of others) if (await page.isGone(other)) saves.push(...(await take(other).catch(() => [])))
  return {
    drafts,
    saves,
    draftShelf: shelf(store, draftsFrom, `parlance-drafts/${place}`),
    saveShelf: shelf(store, savesFrom(page.id)),
    onLeft: (listener) =>
      page.onEnd(others, async (other) => {
        const left = await take(other).catch(() => [])
        if (left.length > 0) listener(left)
      }),
    close: () => page.close(),
  }
}

/** With the name of a channel, pages tell each other what they put there. */
function shelf<T>(store: DeviceStore, from: string, channelName?: string): Shelf<T> {
  const channel = channelName === undefined ? undefined : new BroadcastChannel(channelName)
  return {
    put(id, item) {
      channel?.postMessage({ id, item })
      return store.put(from + id, item)
    },
    remove(id) {
      channel?.postMessage({ id })
      return store.remove(from + id)
    },
    watch(listener) {
      const hear = ({ data }: MessageEvent<{ id: string; item?: T }>) => listener(data.id, data.item)
      channel?.addEventListener('message', hear)
      return () => channel?.removeEventListener('message', hear)
    },
  }
}

/** Everything is in one store, so that writes come in the order in which they were asked for. */
class DeviceStore {
  #connected: Promise<IDBDatabase> | undefined

  async all<T>(from: string): Promise<T[]> {
    return this.#use('readonly', (store) => store.getAll(startingWith(from)))
  }

  async keys(from: string): Promise<string[]> {
    return (await this.#use('readonly', (store) => store.getAllKeys(startingWith(from)))) as string[]
  }

  put(key: string, item: unknown): Promise<void> {
    return this.#write((store) => store.put(item, key))
  }

  remove(key: string): Promise<void> {
    return this.#write((store) => store.delete(key))
  }

  /** Committed in the same breath: a page that is closed now does not come to it later, and all would be undone. */
  async #write(work: (store: IDBObjectStore) => IDBRequest): Promise<void> {
    await this.#use('readwrite', (store) => {
      const request = work(store)
      store.transaction.commit()
      return request
    })
  }

  /** What is told is what was moved, in one step: no two pages get the same. */
  async move<T>(from: string, to: string): Promise<T[]> {
    const moved: T[] = []
    await this.#use('readwrite', (store) => {
      const request = store.openCursor(startingWith(from))
      request.addEventListener('success', () => {
        const cursor = request.result
        if (!cursor) return
        moved.push(cursor.value)
        store.put(cursor.value, to + String(cursor.key).slice(from.length))
        cursor.delete()
        cursor.continue()
      })
      return request
    })
    return moved
  }

  /** Done when it is written, not when it is asked for: a device that is full says so at the end. */
  async #use<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await this.#connect()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const request = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  }

  /** Opened again with the next use when the browser has closed or refused it. */
  #connect(): Promise<IDBDatabase> {
    const forget = () => {
      this.#connected = undefined
    }
    this.#connected ??= connect(forget)
    this.#connected.catch(forget)
    return this.#connected
  }
}

const startingWith = (from: string) => IDBKeyRange.bound(from, `${from}\uffff`)

function connect(onClose: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The browser does not open its storage')), OPEN_MS)
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      database.onclose = onClose
      database.onversionchange = () => {
        database.close()
        onClose()
      }
      resolve(database)
    }
  })
}

/**
 * Holds a lock as long as the page lives, so that others know when it does not any more. Where there are no locks, which
 * is so without TLS, every other page counts as gone: what two pages send is still written once, because each write names
 * the version that it goes over.
 */
class LivingPage {
  readonly id = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')
  readonly #name: string
  readonly #channel: BroadcastChannel
  readonly #end = new AbortController()

  constructor(name: string) {
    this.#name = name
    this.#channel = new BroadcastChannel(name)
    void this.#request(this.id, () => new Promise((resolve) => this.#end.signal.addEventListener('abort', resolve)))
  }

  async isGone(other: string): Promise<boolean> {
    if (other === this.id) return false
    if (!navigator.locks) return true
    return navigator.locks.request(`${this.#name}/${other}`, { ifAvailable: true }, (lock) => lock !== null)
  }

  /** For those that are there and those that come. */
  onEnd(others: Iterable<string>, listener: (other: string) => Promise<void>): void {
    const known = new Set([this.id])
    const meet = (other: string) => {
      if (known.has(other)) return
      known.add(other)
      void this.#request(other, () => listener(other))
      // It may be the younger one, and not know of this page yet.
      this.#channel.postMessage(this.id)
    }
    for (const other of others) meet(other)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<string>) => meet(data))
    this.#channel.postMessage(this.id)
  }

  close(): void {
    this.#end.abort()
    this.#channel.close()
  }

  async #request(id: string, run: () => Promise<unknown>): Promise<void> {
    try {
      await navigator.locks?.request(`${this.#name}/${id}`, { signal: this.#end.signal }, run)
    } catch {
      // This page has come to its end first.
    }
  }
}
