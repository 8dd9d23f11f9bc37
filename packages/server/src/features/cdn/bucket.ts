import { AwsClient } from 'aws4fetch'
import type { BucketConfig } from '../../config.ts'
import type { Database } from '../../db/pool.ts'
import { JobFailure } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import type { Tracing } from '../../tracing/tracing.ts'
import { addressKey, addressOf, objectName } from './file-address.ts'
import { contentType, type Publication } from './publications.ts'
import { readBlob } from './published-bytes.ts'
import type { StoredFile } from './store-file.ts'

const AT_ONCE = 8
const TIMEOUT_MS = 60_000
/** Of answers that ask to be tried again (5xx, 429). */
const RETRIES = 3
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600'

export interface Bucket {
  put(name: string, bytes: Buffer, about: { hash: string; mediaType: string }, signal: AbortSignal): Promise<void>
  remove(name: string, signal: AbortSignal): Promise<void>
}

export const bucketOf = ({ config, tracing }: Pick<Services, 'config' | 'tracing'>): Bucket | undefined =>
  config.bucket && openBucket(config.bucket, tracing)

/** Objects of one bucket by their names. Addresses are path-style, which every S3-compatible server takes. */
function openBucket(
  { endpoint, name, prefix, region, accessKeyId, secretAccessKey }: BucketConfig,
  tracing: Tracing,
): Bucket {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })

  async function send(object: string, signal: AbortSignal, init: RequestInit): Promise<void> {
    const path = [name, ...(prefix ? [prefix] : []), object].join('/')
    const url = `${endpoint}/${path.split('/').map(encodeSegment).join('/')}`
    const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const ask = async () => {
      const answer = await client.fetch(url, { ...init, signal: within, redirect: 'error' })
      return { status: answer.status, isDone: answer.ok, text: await answer.text() }
    }
    const outgoing = { method: init.method ?? 'GET', url: endpoint }
    const { status, isDone, text } = await tracing
      .call(outgoing, ask, ({ status }) => ({ status }))
      .catch((error) => {
        signal.throwIfAborted()
        throw new JobFailure('The bucket cannot be reached.', { cause: error })
      })
    // Not every bucket takes it calmly that what is to go is gone, as it is when a deploy is taken up again.
    const isGone = init.method === 'DELETE' && status === 404
    if (!isDone && !isGone) throw new JobFailure(`The bucket answered ${status}${codeIn(text)}.`)
  }

  return {
    put: (object, bytes, { hash, mediaType }, signal) =>
      send(object, signal, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: {
          'content-type': contentType(mediaType),
          'cache-control': CACHE_CONTROL,
          'x-amz-content-sha256': hash,
        },
      }),
    remove: (object, signal) => send(object, signal, { method: 'DELETE' }),
  }
}

const encodeSegment = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** S3 says in XML what is wrong. */
function codeIn(text: string): string {
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1]
  return code === undefined ? '' : ` (${code})`
}

/**
 * Makes the bucket hold the files of a deploy and no others. There each file switches by itself, so when the bucket
 * refuses one, those before it are put back as they were, as far as it lets us. Returns how to undo all of it.
 */
export async function uploadFiles(
  bucket: Bucket,
  db: Database,
  token: string,
  files: readonly StoredFile[],
  before: Publication | undefined,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const wanted = new Map(
    files.map(({ hashes, mediaType, ...file }) => [addressKey(file), { hash: hashes.identity, mediaType }]),
  )
  const knownBefore = (key: string) => {
    const { identity, mediaType } = before?.files.get(key) ?? {}
    return { hash: identity?.hash, mediaType }
  }
  const old = [...(before?.files.keys() ?? [])].filter((key) => !wanted.has(key))
  const touched: string[] = []

  const set = async (
    key: string,
    { hash, mediaType }: { hash?: string | undefined; mediaType?: string | undefined },
  ) => {
    const name = `${token}/${objectName(addressOf(key))}`
    if (hash === undefined || mediaType === undefined) return bucket.remove(name, signal)
    const bytes = await readBlob(db, hash)
    if (!bytes) throw new JobFailure('Files of the deploy were cleaned up before they were uploaded.')
    await bucket.put(name, bytes, { hash, mediaType }, signal)
  }
  const undo = () =>
    each(touched, async (key) => {
      const [now, then] = [wanted.get(key), knownBefore(key)]
      if (now?.hash !== then.hash || now?.mediaType !== then.mediaType) await set(key, then).catch(() => {})
    })
  try {
    // First what is new, then what goes: a page that knows the old names finds its files for as long as possible.
    await each([...wanted.keys(), ...old], async (key) => {
      touched.push(key)
      await set(key, wanted.get(key) ?? {})
    })
  } catch (error) {
    await undo()
    throw error
  }
  return undo
}

/** A few at a time. After the first that fails no other is begun, and those under way are waited for. */
export async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  let failure: { error: unknown } | undefined
  const worker = async () => {
    for (const item of queue) {
      if (failure) return
      await work(item).catch((error) => {
        failure ??= { error }
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (failure) throw failure.error
}
