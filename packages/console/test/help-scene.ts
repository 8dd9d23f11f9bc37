import { createClient } from '@parlance/sdk'
import type { Account } from './browser.ts'

/** A shop in English, German and Arabic, with keys by name. */
export async function shop(person: Account, texts: Record<string, Record<string, string>>) {
  const { api, orgId } = person
  const project = await api.createProject({
    params: { orgId },
    body: { name: 'Shop', sourceLocale: 'en', locales: ['de', 'ar'] },
  })
  const projectId = project.id
  const keys: Record<string, number> = {}
  for (const [key, values] of Object.entries(texts)) {
    const translations = Object.fromEntries(
      Object.entries(values).map(([code, value]) => [code, { value, status: 'not_reviewed' as const }]),
    )
    keys[key] = (await api.createKey({ params: { projectId }, body: { key, translations } })).id
  }
  const localeId = (code: string) => project.locales.find((locale) => locale.code === code)?.id ?? 0
  const idOf = (key: string) => keys[key] ?? 0
  const address = (key: string, tab = 'suggestions', locale = 'de') =>
    `/projects/${projectId}/translate/${locale}?key=${idOf(key)}&tab=${tab}`
  return { projectId, project, localeId, idOf, address }
}

export type Shop = Awaited<ReturnType<typeof shop>>

/** A memory that the shop asks, with one German entry. */
export async function remember(person: Account, shop: Shop, sourceText: string, targetText: string) {
  const { api, orgId } = person
  const memory = await api.createMemory({
    params: { orgId },
    body: { name: 'Old shop', sourceLocaleId: shop.localeId('en') },
  })
  await api.updateMemorySettings({
    params: { projectId: shop.projectId },
    body: { assignments: [{ tmId: memory.id, priority: 1, isWritable: false, penalty: 0 }] },
  })
  await api.putMemoryEntry({
    params: { tmId: memory.id },
    body: { sourceText, targetText, targetLocaleId: shop.localeId('de') },
  })
  return memory.id
}

/** Takes somebody with an account of their own into the organization. */
export async function join(
  owner: Account,
  person: Account,
  role: 'translator' | 'viewer' = 'translator',
): Promise<void> {
  const { inviteToken } = await owner.api.createMember({
    params: { orgId: owner.orgId },
    body: { email: person.email, role },
  })
  await person.api.acceptInvite({ body: { token: inviteToken } })
}

/** What a running application says about a key. */
export async function observe(
  url: string,
  person: Account,
  { projectId }: Shop,
  observation: {
    key: string
    screenGroup: string
    neighbors: { role: string; namespace: string; key: string; text: string }[]
  },
) {
  const { key: apiKey } = await person.api.createApiKey({
    params: { projectId },
    body: { name: 'Application', scopes: ['translations:read', 'context:write'] },
  })
  const application = createClient({ baseUrl: url, apiKey })
  await application.createObservations({
    body: { observations: [{ uiType: 'button', translationRole: 'label', ...observation }] },
  })
}
