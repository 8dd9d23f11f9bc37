import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import { createScene } from '../../../../test/factories.ts'
import type { Caller, TestService } from '../../../../test/harness.ts'

export interface SentFile {
  filename: string
  content: string
  size: number
  syntax?: string | null
  format?: string
  formatOptions?: Record<string, string | boolean>
  placeholders?: 'keep' | 'convert'
}

/** A file as it is sent: an object as JSON, bytes and texts as they are. */
export function fileOf(filename: string, content: object | string | Buffer): SentFile {
  const bytes = Buffer.isBuffer(content)
    ? content
    : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  return { filename, content: bytes.toString('base64'), size: bytes.length }
}

/** An honest archive; its files may be anything. */
export async function zipOf(files: Record<string, object | string | Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(fileOf('', content).content, 'base64')
    zip.addBuffer(bytes, path)
  }
  zip.end()
  return buffer(zip.outputStream as Readable)
}

interface Mapping {
  filename: string
  locale: string
  namespace?: string
  overrideDetection?: boolean
}

export interface Commit {
  fileMappings?: Mapping[]
  conflictResolutions?: object[]
  conflictDefaults?: object[]
  options?: object
}

/** A project and the steps of an import into it. */
export async function createImportScene(service: TestService) {
  const scene = await createScene(service)
  const { owner, projectId } = scene
  const params = { projectId }
  const validate = (files: SentFile[], options?: object, caller: Caller = owner) =>
    service.ok(caller, 'validateImport', { params, body: { files, ...(options ? { options } : {}) } })
  return {
    ...scene,
    params,
    validate,
    begin: async (files: SentFile[], options?: object) => (await validate(files, options)).validationId,
    commit: (validationId: string, { fileMappings = [], conflictResolutions = [], ...more }: Commit = {}) =>
      service.ok(owner, 'commitImport', {
        params,
        body: { validationId, fileMappings, conflictResolutions, ...more },
      }),
    /** What the project holds: path of the file, key, text. */
    async values(): Promise<Record<string, Record<string, string>>> {
      const { data } = await service.ok(owner, 'listKeys', { params, query: { limit: 100 } })
      const found: Record<string, Record<string, string>> = {}
      for (const { key, namespace, translations } of data) {
        for (const [locale, { value }] of Object.entries(translations)) {
          const file = `${namespace}/${locale}`
          found[file] = { ...found[file], [key]: value ?? '' }
        }
      }
      return found
    },
  }
}

/** From now on, what a webhook is told of each import, the newest first. */
export async function hearOfImports(service: TestService, owner: Caller, params: { projectId: number }) {
  const hook = { name: 'Imports', url: 'http://127.0.0.1:9/', events: ['import.completed'] }
  const { id } = await service.ok(owner, 'createWebhook', { params, body: hook })
  return async () =>
    (await service.ok(owner, 'listDeliveries', { params: { id } })).deliveries.map(({ payload }) => payload?.['data'])
}
