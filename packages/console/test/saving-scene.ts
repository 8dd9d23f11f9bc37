import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Account } from './browser.ts'

/** A project of English texts that are translated into German, French and Arabic. */
export async function createProject(
  person: Account,
  texts: Record<string, string>,
  german: Record<string, string> = {},
) {
  const { api, orgId } = person
  const body = { name: 'Shop', sourceLocale: 'en', locales: ['de', 'fr'] }
  const { id: projectId } = await api.createProject({ params: { orgId }, body })
  const params = { projectId }
  const keyIds: Record<string, number> = {}
  for (const [key, value] of Object.entries(texts)) {
    const own = german[key] === undefined ? {} : { de: { value: german[key], status: 'not_reviewed' as const } }
    const translations = { en: { value, status: 'translated' as const }, ...own }
    const created = await api.createKey({ params, body: { key, translations } })
    keyIds[key] = created.id
  }
  const keyId = (key: string) => keyIds[key] as number
  return {
    projectId,
    keyId,
    address: `/projects/${projectId}/translate/de`,
    /** What the service has. */
    async german(key: string) {
      const { translations } = await api.getKeyById({ params: { projectId, keyId: keyId(key) } })
      return translations['de']
    },
    /** Every text that was ever written, oldest first. */
    async history(key: string) {
      const query = { keyId: keyId(key), locale: 'de' }
      const { activity } = await api.listActivity({ params, query })
      return activity.map(({ after }) => (after as { value: string }).value).reverse()
    },
  }
}

export type Scene = Awaited<ReturnType<typeof createProject>>

/** Somebody else of the same organization. */
export async function join(
  owner: Account,
  other: Account,
  role: 'owner' | 'developer' | 'translator',
  localeCodes?: string[],
) {
  const body = { email: other.email, role, ...(localeCodes ? { localeCodes } : {}) }
  const { inviteToken } = await owner.api.createMember({ params: { orgId: owner.orgId }, body: body as never })
  await other.api.acceptInvite({ body: { token: inviteToken } })
}

export const put = (person: Account, scene: Scene, key: string, value: string) =>
  person.api.putValueOfKey({
    params: { projectId: scene.projectId, keyId: scene.keyId(key), locale: 'de' },
    body: { value },
  })

export const rowOf = (page: Page, key: string) => page.getByRole('row', { name: key, exact: true })
export const field = (page: Page) => page.getByRole('textbox', { name: 'German value' })
export const conflict = (page: Page) => page.getByRole('group', { name: 'Changed by somebody else' })
export const connection = (page: Page) => page.getByRole('status', { name: 'Connection' })

export async function openRow(page: Page, key: string): Promise<void> {
  await rowOf(page, key).locator('[data-locale="de"]').first().click()
  await rowOf(page, key).getByRole('textbox', { name: 'German value' }).waitFor()
}

/** The text of the field, as somebody sees it. */
export const written = async (page: Page) => (await field(page).innerText()).replace(/\n$/, '')

/** Asks again until it is so; says what it was when it never is. */
export async function until<T>(ask: () => Promise<T>, wanted: T, ms = 10_000): Promise<void> {
  const end = Date.now() + ms
  for (;;) {
    const answer = await ask()
    try {
      assert.deepEqual(answer, wanted)
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
