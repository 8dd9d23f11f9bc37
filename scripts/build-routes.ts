// Writes the table of routes that the SDK's client runs on: `npm run build:routes`, after a change of the contract.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, type Entry, onlyStatus, rawTypesOf } from '../packages/contract/src/index.ts'

const file = join(import.meta.dirname, '../packages/sdk/src/routes.ts')

const quoted = (text: string) => `'${text}'`

/** Lists that are told page by page take a cursor. */
const hasPages = ({ query }: Entry) => Object.hasOwn(Object(query).properties ?? {}, 'cursor')

function kindsOf(entry: Entry): string[] {
  const status = onlyStatus(entry)
  const answer = status === undefined ? undefined : entry.responses[status as keyof Entry['responses']]
  return [
    ...(status === undefined ? ['several'] : rawTypesOf(answer) === undefined ? [] : ['raw']),
    ...(hasPages(entry) ? ['pages'] : []),
    ...(entry.method === 'POST' && entry.effect === 'read' ? ['reads'] : []),
  ]
}

const lines = (Object.values(contract) as Entry[]).map(
  (entry) => `  ${entry.name}: [${[entry.method, entry.path, ...kindsOf(entry)].map(quoted).join(', ')}],`,
)

writeFileSync(
  file,
  `// Written by "npm run build:routes" from the contract.
import type { RouteTable } from './client-types.ts'

export const routes = {
${lines.join('\n')}
} as const satisfies RouteTable
`,
)
