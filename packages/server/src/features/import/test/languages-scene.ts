import assert from 'node:assert/strict'
import { createScene } from '../../../../test/factories.ts'
import type { Caller, TestService } from '../../../../test/harness.ts'
import type { SentFile } from './import-scene.ts'

export interface Params {
  projectId: number
}

/** Projects whose files go out in all languages, and come in again. */
export async function createLanguagesScene(service: TestService) {
  const { owner, orgId } = await createScene(service)
  return {
    owner,
    orgId,

    async freshProject(locales = ['de', 'fr']): Promise<Params> {
      const body = { name: 'Shop', sourceLocale: 'en', locales }
      const { id: projectId } = await service.ok(owner, 'createProject', { params: { orgId }, body })
      return { projectId }
    },

    async download(params: Params, body: object, caller: Caller = owner): Promise<{ name: string; bytes: Buffer }> {
      const { status, headers, body: bytes } = await service.call(caller, 'exportKeys', { params, body })
      assert.equal(status, 200, String(bytes))
      const name = /filename="(.*)"/.exec(String(headers['content-disposition']))?.[1] ?? ''
      return { name, bytes: bytes as Buffer }
    },

    async upload(params: Params, files: SentFile[], options: object = {}, caller: Caller = owner) {
      const { validationId, ...validated } = await service.ok(caller, 'validateImport', {
        params,
        body: { files, options },
      })
      const body = { validationId, fileMappings: [], conflictResolutions: [] }
      const committed = await service.ok(caller, 'commitImport', { params, body })
      return { validated, committed }
    },

    /** All that a file of all languages says, by namespace and key. */
    async contentOf(params: Params) {
      const { data } = await service.ok(owner, 'listKeys', { params, query: { limit: 100 } })
      return data
        .map(({ key, namespace, description, isPlural, syntax, translations }) => {
          const texts = Object.entries(translations).filter(([, { value }]) => value)
          const said = texts.map(([locale, { value, status }]) => [locale, value, status]).sort()
          return { key: `${namespace}/${key}`, description: description ?? null, isPlural, syntax, said }
        })
        .sort((a, b) => (a.key < b.key ? -1 : 1))
    },
  }
}

export const places = (files: readonly { filename: string; detection: object }[]) =>
  files.map(({ filename, detection }) => {
    const { detectedLocale, detectedNamespace, confidence } = detection as Record<string, unknown>
    return [filename, detectedLocale, detectedNamespace, confidence]
  })
