import { bareImport, type Texts } from '../lib/bare-import.ts'
import type { Bench, Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { LoopWatch } from '../lib/event-loop.ts'
import { besideHealth } from '../lib/health.ts'
import type { HttpClient } from '../lib/http.ts'
import type { Figure } from '../lib/report.ts'

const LOCALES = ['en', 'de', 'fr']
const KEYS = 18_000
const SHORT_KEYS = 300_000
/** Of about 520 characters: three files of them are 10 MB each. */
const LONG = 'Somebody reads this text on a page that is not short at all. '.repeat(8)
const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((mark) => mark + LONG)

interface Conflict {
  filename: string
  key: string
  existingValue: string
}

const scenario: Scenario = {
  summary: 'bodies of 30 to 40 MB: the longest hold of the event loop, and GET /health beside it',
  async run(bench, name) {
    const { projectId, manager, build } = await openProject(bench)
    const web = `/v1/projects/${projectId}/keys/import`
    const cli = `/v1/projects/${projectId}/import`
    const figures: Figure[] = []
    const measure = async (title: string, client: HttpClient, path: string, body: object) => {
      const text = JSON.stringify(body)
      const loop = new LoopWatch()
      const { result, seen } = await loop.during(bench.service, () =>
        besideHealth(bench.service.port, () => client.ok('POST', path, text)),
      )
      figures.push(
        ...loop.figures(name, title),
        { scenario: name, measure: `${title}, GET /health beside it, longest`, unit: 'ms', product: seen.longest },
        { scenario: name, measure: `${title}, GET /health beside it, rate`, unit: 'per s', product: seen.rate },
      )
      return JSON.parse(result.body.toString())
    }

    await measure('web validate, new', manager, `${web}/validate`, { files: filesOf(FIRST) })
    await measure('web validate, new, ten characters', manager, `${web}/validate`, { files: filesOf('Ten chars!') })
    await measure('cli validate, new', build, `${cli}/validate`, payloadOf(textsOf(KEYS, FIRST)))
    await measure('cli validate, 300,000 keys', build, `${cli}/validate`, {
      namespaces: { default: { en: textsOf(SHORT_KEYS, 'x') } },
    })
    await connected(bench.database, async (database) => {
      await bareImport(database, projectId, LOCALES.map(loaded))
      await database.query('vacuum analyze')
    })
    await measure('cli validate, all conflicts', build, `${cli}/validate`, payloadOf(textsOf(KEYS, SECOND)))
    await measure('cli commit, all conflicts', build, `${cli}/commit`, payloadOf(textsOf(KEYS, SECOND)))
    const { validationId, files } = (await measure('web validate, all conflicts', manager, `${web}/validate`, {
      files: filesOf(THIRD),
    })) as { validationId: string; files: { conflicts: Conflict[] }[] }
    // As many as a body holds; each tells both values.
    const conflictResolutions = files
      .flatMap(({ conflicts }) => conflicts)
      .slice(0, (2 * LOCALES.length * KEYS) / 3)
      .map(({ filename, ...conflict }) => ({ ...conflict, resolution: 'use_imported' }))
    const resolved = { validationId, fileMappings: [], conflictResolutions }
    await measure('web revalidate, all conflicts', manager, `${web}/revalidate`, resolved)
    await measure('web commit, all conflicts', manager, `${web}/commit`, resolved)
    for (const client of [manager, build]) client.close()
    return figures
  },
}

export default scenario

async function openProject(bench: Bench) {
  const manager = await bench.client()
  const [sourceLocale, ...locales] = LOCALES
  const project = { name: 'Large files', sourceLocale, locales }
  const { id } = await manager.json<{ id: number }>('POST', `/v1/organizations/${bench.orgId}/projects`, project)
  return { projectId: id, manager, build: await bench.buildClient(id) }
}

const textsOf = (count: number, text = '') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`page.section${at % 97}.label.number${at}`, text]))

const loaded = (locale: string): Texts => {
  const texts = textsOf(KEYS, FIRST)
  return { locale, names: Object.keys(texts), values: Object.values(texts) }
}

const payloadOf = (texts: Record<string, string>) => ({
  namespaces: { default: Object.fromEntries(LOCALES.map((locale) => [locale, texts])) },
  options: { conflictResolution: 'keep_local' },
})

function filesOf(text: string | undefined) {
  const bytes = Buffer.from(JSON.stringify(textsOf(KEYS, text)))
  const content = bytes.toString('base64')
  return LOCALES.map((locale) => ({ filename: `${locale}.json`, content, size: bytes.length }))
}
