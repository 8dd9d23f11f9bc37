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
  const texts = (word: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [numbered('key', at + 1), `${word} ${at + 1}`]))
  await importTexts(person, project.id, { en: texts('Text', keys), de: texts('Wort', translated) })
  const { ids } = await person.api.listKeyIds({ params })
  return { projectId: project.id, ids, path: `/projects/${project.id}/translate/de` }
}

/** key.001, key.002 …: in the order of their names. */
export const numbered = (name: string, number: number, digits = 3) => `${name}.${String(number).padStart(digits, '0')}`

/** Texts by language and key, all at once: thousands of keys take as long as a dozen that are created one by one. */
export async function importTexts(person: Account, projectId: number, texts: Record<string, Record<string, string>>) {
  const params = { projectId }
  const files = Object.entries(texts)
    .filter(([, byKey]) => Object.keys(byKey).length > 0)
    .map(([locale, byKey]) => {
      const content = Buffer.from(JSON.stringify(byKey))
      return { filename: `${locale}.json`, content: content.toString('base64'), size: content.length }
    })
  const { validationId } = await person.api.validateImport({ params, body: { files } })
  const fileMappings = files.map(({ filename }) => ({ filename, locale: filename.replace('.json', '') }))
  const { success, errors } = await person.api.commitImport({
    params,
    body: { validationId, fileMappings, conflictResolutions: [] },
  })
  assert.ok(success, JSON.stringify(errors))
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
