import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Account } from './browser.ts'

interface Sample {
  /** Of `keys` with a German text, the rest without. */
  translated: number
  keys: number
}

/** A project from English into German and French with the keys key.001, key.002 … */
export async function sample(person: Account, { keys, translated }: Sample) {
  const body = { name: 'Shop', sourceLocale: 'en', locales: ['de', 'fr'] }
  const project = await person.api.createProject({ params: { orgId: person.orgId }, body })
  const params = { projectId: project.id }
  const ids: number[] = []
  for (let number = 1; number <= keys; number++) {
    const translations = {
      en: { value: `Text ${number}`, status: 'translated' as const },
      ...(number <= translated ? { de: { value: `Wort ${number}`, status: 'not_reviewed' as const } } : {}),
    }
    const key = `key.${String(number).padStart(3, '0')}`
    ids.push((await person.api.createKey({ params, body: { key, translations } })).id)
  }
  return { projectId: project.id, ids, path: `/projects/${project.id}/translate/de` }
}

export const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })

export async function selectAll(page: Page, count: number): Promise<Locator> {
  await page.getByRole('row', { name: 'key.001' }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await toolbar(page).getByText(`${count} keys selected`).waitFor()
  return toolbar(page)
}

export async function germanOf(person: Account, projectId: number, keyId: number) {
  return (await person.api.getKeyById({ params: { projectId, keyId } })).translations['de']
}

/** Asks until it is so: the page has sent it, and the service may still be at it. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await holds())) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (Date.now() > end) assert.fail('It did not come to be')
  }
}
