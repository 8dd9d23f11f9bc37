import { api } from '../../../api/client.ts'
import { type Membership, may } from '../../../api/session.ts'
import sample from './sample-project.json'

type NewKey = NonNullable<Parameters<typeof api.createKey>[0]>['body']
type Concept = NonNullable<Parameters<typeof api.importGlossaryJson>[0]>['body']['concepts'][number]

const SOURCE = 'en'
const TARGETS = ['de', 'fr', 'ar']
const NAMESPACE = 'checkout'
/** Requests at a time: a browser has six connections, and one is the stream's. */
const AT_ONCE = 4

/** A small shop to try things with, made as anybody could make it. A sample that could not be finished is taken away. */
export async function makeSampleProject(
  orgId: number,
  membership: Membership | undefined,
  onProgress: (share: number) => void,
): Promise<number> {
  const project = await api.createProject({
    params: { orgId },
    body: { name: 'Corner Shop', sourceLocale: SOURCE, locales: TARGETS },
  })
  const projectId = project.id
  const localeIds = new Map(project.locales.map(({ code, id }) => [code, id]))
  try {
    if (may(membership, 'glossary.create')) await addTerms(orgId)
    if (may(membership, 'organization.manage_settings')) await addMemory(orgId, projectId, localeIds)
    await api.createNamespace({ params: { projectId }, body: { name: NAMESPACE } })
    let made = 0
    await inParallel(sample.keys as NewKey[], async (body) => {
      await api.createKey({ params: { projectId }, body })
      made += 1
      onProgress(made / sample.keys.length)
    })
  } catch (error) {
    await api.deleteProject({ params: { projectId } }).catch(() => {})
    throw error
  }
  return projectId
}

/** Terms belong to the organization: those that a sample before has left are kept. */
const addTerms = (orgId: number) =>
  api.importGlossaryJson({
    params: { orgId },
    body: {
      version: '1.0',
      sourceLocaleCode: SOURCE,
      concepts: sample.concepts as Concept[],
      conflictStrategy: 'skip',
    },
  })

async function addMemory(orgId: number, projectId: number, localeIds: ReadonlyMap<string, number>): Promise<void> {
  const sourceLocaleId = localeIds.get(SOURCE) ?? 0
  const { id: tmId } = await api.createMemory({ params: { orgId }, body: { name: 'Corner Shop', sourceLocaleId } })
  await inParallel(sample.memory, ({ locale, ...entry }) =>
    api.putMemoryEntry({ params: { tmId }, body: { ...entry, targetLocaleId: localeIds.get(locale) ?? 0 } }),
  )
  const assignments = [{ tmId, priority: 1, isWritable: true, penalty: 0 }]
  await api.updateMemorySettings({ params: { projectId }, body: { assignments } })
}

async function inParallel<T>(items: readonly T[], run: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = items.values()
  const work = async () => {
    for (const item of waiting) await run(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
