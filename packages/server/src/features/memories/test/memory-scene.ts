import type { Contract, ResponseBody } from '@parlance/contract'
import { createScene } from '../../../../test/factories.ts'
import type { Caller, TestService } from '../../../../test/harness.ts'

export type Entry = ResponseBody<Contract['listMemoryEntries']>['entries'][number]
type Made = Partial<{ name: string; description: string; isShared: boolean; onlyApproved: boolean }>

/** An organization with a project in English, German and French, and ways to fill memories. */
export async function createMemoryScene(service: TestService) {
  const scene = await createScene(service)
  const { owner, orgId, project, projectId } = scene
  const localeId = (code: string) => project.locales.find((locale) => locale.code === code)?.id ?? 0
  const [en, de, fr] = ['en', 'de', 'fr'].map(localeId) as [number, number, number]
  const createMemory = (body: Made = {}) =>
    service.ok(owner, 'createMemory', { params: { orgId }, body: { name: 'Memory', sourceLocaleId: en, ...body } })
  return {
    ...scene,
    en,
    de,
    fr,
    createMemory,
    addLocale: async (code: string) =>
      (await service.ok(owner, 'createOrganizationLocale', { params: { orgId }, body: { code } })).id,
    put: (tmId: number, sourceText: string, targetText: string, more: object = {}) =>
      service.ok(owner, 'putMemoryEntry', {
        params: { tmId },
        body: { sourceText, targetText, targetLocaleId: de, ...more },
      }),
    entries: (tmId: number, query: object = {}) => readEntries(service, owner, tmId, query),
    search: (tmId: number, sourceText: string, more: object = {}) =>
      service.ok(owner, 'searchMemory', { params: { tmId }, body: { sourceText, targetLocaleId: de, ...more } }),
    searchProject: (sourceText: string, more: object = {}) =>
      service.ok(owner, 'searchProjectMemories', {
        params: { projectId },
        body: { sourceText, targetLocaleId: de, ...more },
      }),
    assign: (...assignments: Partial<{ tmId: number; priority: number; isWritable: boolean; penalty: number }>[]) =>
      service.ok(owner, 'updateMemorySettings', {
        params: { projectId },
        body: { assignments: assignments.map((given) => ({ priority: 1, isWritable: false, penalty: 0, ...given })) },
      }),
  }
}

/** All entries of a memory, page by page. */
export async function readEntries(service: TestService, caller: Caller, tmId: number, query: object = {}) {
  const found: Entry[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = { ...query, limit: 100, ...(cursor ? { cursor } : {}) }
    const { entries, nextCursor } = await service.ok(caller, 'listMemoryEntries', { params: { tmId }, query: page })
    found.push(...entries)
    cursor = nextCursor
  }
  return found
}
