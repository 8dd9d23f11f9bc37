import type { AnswerOf } from '@parlance/sdk'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../problem.ts'
import type { Call } from './tool.ts'

type Language = AnswerOf<'getProject'>['locales'][number]

interface Fault {
  code: 'FORBIDDEN' | 'LOCALE_NOT_ENABLED'
  message: string
}

export interface Languages {
  source: string
  /** Whether the key may read the texts that are translated from. */
  seesSource: boolean
  /** By any spelling of its code; or why it cannot be had. */
  find(code: string): Language | Fault
  /** The same, and one that cannot be had is refused, as the service does. */
  named(code: string): Language
}

export const isFault = (found: Language | Fault): found is Fault => 'message' in found

/** Asked anew by each tool that needs them: people add languages while an agent works. */
export async function languagesOf({ service, signal }: Call): Promise<Languages> {
  const { client, params, localeCodes } = service
  const { locales, sourceLocaleCode: source } = await client.getProject({ params, signal })
  function find(code: string): Language | Fault {
    const spelled = spelling(code)
    const found = locales.find((one) => spelling(one.code) === spelled)
    if (!found) return { code: 'LOCALE_NOT_ENABLED', message: `The project has no language ${JSON.stringify(code)}.` }
    if (localeCodes === null || localeCodes.includes(found.code)) return found
    return { code: 'FORBIDDEN', message: `The API key has no access to ${found.code}.` }
  }
  return {
    source,
    seesSource: localeCodes === null || localeCodes.includes(source),
    find,
    named(code) {
      const found = find(code)
      if (isFault(found)) throw refused(found.code, found.message)
      return found
    },
  }
}

const refused = (code: string, message: string) => new Failure({ exitCode: exitCodes.refused, code, message })

const spelling = (code: string) => code.replaceAll('_', '-').toLowerCase()

/** Of namespaces by their names. */
export async function namespaceIds(names: readonly string[] | undefined, { service, signal }: Call) {
  if (names === undefined || names.length === 0) return undefined
  const { namespaces } = await service.client.listNamespaces({ params: service.params, signal })
  return names.map((name) => {
    const found = namespaces.find((one) => one.name === name)
    if (found) return found.id
    throw refused('UNKNOWN_NAMESPACE', `The project has no namespace ${JSON.stringify(name)}.`)
  })
}
