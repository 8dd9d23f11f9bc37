import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Account } from './browser.ts'

interface NewKey {
  en: string
  isPlural?: boolean
  characterLimit?: number
  /** Values in other languages. */
  values?: Record<string, string>
}

/** A project of one key after the other, in English, German, Arabic and Russian. */
export async function project(person: Account, keys: Record<string, NewKey>) {
  const { api, orgId } = person
  const { id: projectId } = await api.createProject({
    params: { orgId },
    body: { name: 'Shop', sourceLocale: 'en', locales: ['de', 'ar', 'ru'] },
  })
  const ids: Record<string, number> = {}
  for (const [key, { en, values, ...settings }] of Object.entries(keys)) {
    const translations = Object.fromEntries(
      Object.entries({ en, ...values }).map(([code, value]) => [code, { value, status: 'not_reviewed' as const }]),
    )
    ids[key] = (await api.createKey({ params: { projectId }, body: { key, ...settings, translations } })).id
  }
  const keyIdOf = (key: string) => ids[key] ?? 0
  return {
    projectId,
    keyIdOf,
    address: (key: string, locale = 'de') => `/projects/${projectId}/translate/${locale}?key=${keyIdOf(key)}`,
    /** What the service has. */
    valueOf: async (key: string, locale = 'de') => {
      const found = await api.getKeyById({ params: { projectId, keyId: keyIdOf(key) } })
      return found.translations[locale]
    },
  }
}

/** Counts the values that a page has sent. */
export function countSaves(page: Page): () => number {
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT' && /\/values\//.test(request.url())) sent++
  })
  return () => sent
}

/** Asks until it is so. */
export async function until(isSo: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const deadline = Date.now() + 15_000
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, `in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
