import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import type { BucketConfig } from '../../../config.ts'
import { listen } from '../../webhooks/test/receivers.ts'

interface Stored {
  text: string
  headers: Record<string, unknown>
}

/** A server that speaks as much of S3 as a deploy uses, and takes nothing that is not signed for it. */
export async function startBucket() {
  const objects = new Map<string, Stored>()
  const bucket = {
    objects,
    /** The answer to a request, when it is to be another than success. */
    refuse: (_method: string, _name: string): number | undefined => undefined,
    config: {
      endpoint: '',
      region: 'eu-test-1',
      name: 'texts',
      prefix: 'live/v1',
      accessKeyId: 'key-id',
      secretAccessKey: 'secret',
    } satisfies BucketConfig,
  }
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const method = request.method ?? ''
    const name = decodeURIComponent(request.url ?? '').replace('/texts/live/v1/', '')
    const isGenuine = await isSigned(request.headers, method, `${bucket.config.endpoint}${request.url}`, bytes)
    const status = isGenuine ? bucket.refuse(method, name) : 403
    if (status !== undefined) {
      const code = status === 403 ? 'AccessDenied' : 'InternalError'
      return void response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
    }
    if (method === 'PUT') objects.set(name, { text: bytes.toString(), headers: request.headers })
    if (method === 'DELETE') objects.delete(name)
    response.writeHead(method === 'DELETE' ? 204 : 200).end()
  })
  bucket.config.endpoint = `http://127.0.0.1:${await listen(server)}`
  return bucket
}

/** Signs what arrived once more, with the secret and the time it names, and compares. */
async function isSigned(headers: Record<string, unknown>, method: string, url: string, bytes: Buffer) {
  const sent = String(headers['x-amz-content-sha256'])
  if (bytes.length > 0 && sent !== createHash('sha256').update(bytes).digest('hex')) return false
  const names = /SignedHeaders=([^,]+)/.exec(String(headers['authorization']))?.[1]?.split(';') ?? []
  const signed = Object.fromEntries(
    names.filter((name) => name !== 'host' && name !== 'x-amz-date').map((name) => [name, String(headers[name])]),
  )
  const signer = new AwsV4Signer({
    method,
    url,
    headers: signed,
    service: 's3',
    region: 'eu-test-1',
    accessKeyId: 'key-id',
    secretAccessKey: 'secret',
    datetime: String(headers['x-amz-date']),
  })
  return (await signer.sign()).headers.get('authorization') === headers['authorization']
}
