import type { AnswerOf } from '@parlance/sdk'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../problem.ts'
import type { Call } from './tool.ts'

type Language = AnswerOf<'getProject'>['locales'][number]

export interface Languages {
  source: string
  /** Whether the key may read the texts that are translated from. */
  seesSource: boolean
  /** By any spelling of its code; one that the key may not see is refused, as the service does. */
  named(code: string): Language
}

/** Asked anew by each tool that needs them: people add languages while an agent works. */
export async function languagesOf({ service, signal }: Call): Promise<Languages> {
  const { client, params, localeCodes } = service
  const { locales, sourceLocaleCode: source } = await client.getProject({ params, signal })
  return {
    source,
    seesSource: localeCodes === null || localeCodes.includes(source),
    named(code) {
      const spelled = spelling(code)
      const found = locales.find((one) => spelling(one.code) === spelled)
      if (found && localeCodes !== null && !localeCodes.includes(found.code))
        throw refused('FORBIDDEN', `The API key has no access to ${found.code}.`)
      if (found) return found
      throw refused('LOCALE_NOT_ENABLED', `The project has no language ${JSON.stringify(code)}.`)
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
