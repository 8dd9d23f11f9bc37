import { ParlanceError } from '@parlance/sdk'
import type { Config } from '../config/config.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../problem.ts'
import { type Facts, rememberFacts } from './last-answer.ts'
import type { Service } from './service.ts'

/** Asks the service. The answer is kept for commands that do without it. */
export async function findFacts({ client, params, localeCodes }: Service, config?: Config): Promise<Facts> {
  const asked = Promise.all([client.getProject({ params }), client.listNamespaces({ params })])
  const [{ locales, sourceLocaleCode: sourceLocale }, { namespaces }] = await asked.catch((error: unknown) => {
    throw isReadingForbidden(error) ? mayNotRead() : error
  })
  const codes = locales.map(({ code }) => code).filter((code) => !localeCodes || localeCodes.includes(code))
  const facts = {
    sourceLocale,
    locales: [...codes.filter((code) => code === sourceLocale), ...codes.filter((code) => code !== sourceLocale)],
    namespaces: namespaces.map(({ name }) => name),
  }
  if (config) rememberFacts(config, facts)
  return facts
}

const isReadingForbidden = (error: unknown) => error instanceof ParlanceError && error.status === 403

function mayNotRead(): Failure {
  const message = 'The API key may not read the project: it needs the scope translations:read.'
  return new Failure({ exitCode: exitCodes.notAllowed, code: 'FORBIDDEN', message })
}
