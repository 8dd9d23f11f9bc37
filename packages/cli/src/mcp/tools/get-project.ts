import { z } from 'zod'
import type { Rights } from '../rights.ts'
import { rightsOf } from '../rights.ts'
import { type Call, defineTool } from '../tool.ts'

/** As many as fit; a project with more is named key by key. */
const MOST = 200

const Numbers = {
  translated: z.int(),
  notReviewed: z.int(),
  notTranslated: z.int(),
  errors: z.int().describe('What checks have found and nobody has set aside'),
  warnings: z.int(),
}

const Overview = z.object({
  projectId: z.int(),
  name: z.string(),
  sourceLocale: z.string().describe('The language that all others are translated from'),
  keys: z.int(),
  locales: z.array(z.object({ code: z.string(), name: z.string(), isSource: z.boolean(), ...Numbers })),
  namespaces: z.array(z.object({ name: z.string(), isDefault: z.boolean(), keys: z.int() })),
  areAllListed: z.boolean().describe(`False where there are more than ${MOST} languages or namespaces`),
  checks: z.object({
    state: z.enum(['ready', 'checking']).describe('checking: the newest values were not looked at yet'),
    blockReview: z.boolean().describe('Whether a text with an open error cannot be approved'),
  }),
  you: z.object({
    mayPropose: z.boolean(),
    mayApprove: z.boolean(),
    locales: z.array(z.string()).nullable().describe('The only languages the API key may see; null: all'),
    isReadOnly: z.boolean().describe('Whether the program was started with --read-only'),
    notOffered: z.array(z.string()).describe('What is left out here, and why'),
  }),
})

export const getProject = (isReadOnly: boolean) =>
  defineTool({
    name: 'get_project',
    title: 'Look at the project',
    description:
      'What there is: languages and how far each is, namespaces, state of the checks, and what you may do. A good first call.',
    scopes: ['translations:read'],
    writes: false,
    input: z.strictObject({}),
    result: Overview,
    run: (_, call) => overviewOf(call, rightsOf(call.service, isReadOnly)),
  })

export async function overviewOf({ service, signal }: Call, rights: Rights): Promise<z.input<typeof Overview>> {
  const { client, params, localeCodes } = service
  const [project, { namespaces }, stats, qa] = await Promise.all([
    client.getProject({ params, signal }),
    client.listNamespaces({ params, signal }),
    client.getStats({ params, signal }),
    client.getQa({ params, signal }),
  ])
  // Of languages the key may not see there are no numbers.
  const locales = stats.locales.flatMap(({ code, ...numbers }) => {
    const found = project.locales.find((one) => one.code === code)
    return found ? [{ code, name: found.name, isSource: found.isSource, ...numbersOf(numbers) }] : []
  })
  return {
    projectId: project.id,
    name: project.name,
    sourceLocale: project.sourceLocaleCode,
    keys: stats.keys,
    locales: locales.slice(0, MOST),
    namespaces: namespaces.slice(0, MOST).map(({ name, isDefault, keyCount }) => ({ name, isDefault, keys: keyCount })),
    areAllListed: locales.length <= MOST && namespaces.length <= MOST,
    checks: { state: qa.state, blockReview: qa.blockReview },
    you: { ...rights, locales: localeCodes === null ? null : [...localeCodes], notOffered: [...rights.notOffered] },
  }
}

type Counted = Record<keyof typeof Numbers, number>

const numbersOf = ({ translated, notReviewed, notTranslated, errors, warnings }: Counted) => ({
  translated,
  notReviewed,
  notTranslated,
  errors,
  warnings,
})
