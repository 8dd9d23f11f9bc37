import { asObject, bareImport, textsOf } from '../lib/bare-import.ts'
import type { Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { times } from '../lib/report.ts'

const FILES = 10
const KEYS_IN_FILE = 10_000
const ROUNDS = 2
/** Validating takes a second, which a busy moment of the machine doubles. */
const VALIDATIONS = 3

const scenario: Scenario = {
  summary: '100,000 keys in ten files: validate against JSON.parse and a read, commit against the bare insert',
  async run(bench, name) {
    const client = await bench.client()
    const texts = Array.from({ length: FILES }, (_, at) => textsOf('en', KEYS_IN_FILE, at * KEYS_IN_FILE))
    const jsons = texts.map((file) => JSON.stringify(asObject(file)))
    const files = jsons.map((json, at) => ({
      filename: `file${at}.json`,
      content: Buffer.from(json).toString('base64'),
      size: Buffer.byteLength(json),
    }))
    const fileMappings = files.map(({ filename }) => ({ filename, locale: 'en', namespace: 'default' }))
    const found = { validate: [] as number[], parse: [] as number[], commit: [] as number[], insert: [] as number[] }
    await connected(bench.database, async (database) => {
      for (let round = 0; round < ROUNDS; round++) {
        const [mine = 0, bare = 0] = await bench.createProjects(2, 0)
        const path = `/v1/projects/${mine}/keys/import`
        const sent = JSON.stringify({ files })
        let validationId = ''
        for (let time = 0; time < VALIDATIONS; time++) {
          found.validate.push(
            await timed(async () => {
              const { body } = await client.ok('POST', `${path}/validate`, sent)
              validationId = (JSON.parse(body.toString()) as { validationId: string }).validationId
            }),
          )
        }
        const body = JSON.stringify({ validationId, fileMappings, conflictResolutions: [] })
        found.commit.push(await timed(() => client.ok('POST', `${path}/commit`, body)))
        for (let time = 0; time < VALIDATIONS; time++) {
          found.parse.push(
            await timed(async () => {
              for (const json of jsons) JSON.parse(json)
              await database.query(
                `select k.name, t.value from keys k left join translations t on t.key_id = k.id where k.project_id = $1`,
                [mine],
              )
            }),
          )
        }
        found.insert.push(await timed(() => bareImport(database, bare, texts)))
      }
    })
    client.close()
    const sample = (milliseconds: number[]) => ({ milliseconds: milliseconds.sort((a, b) => a - b), rates: [] })
    return [
      ...times(
        name,
        'validate',
        { product: sample(found.validate), limit: sample(found.parse) },
        { of: 'ratio', is: '≤', value: 1.5 },
      ),
      ...times(
        name,
        'commit',
        { product: sample(found.commit), limit: sample(found.insert) },
        { of: 'ratio', is: '≤', value: 3 },
      ),
    ]
  },
}

export default scenario

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
