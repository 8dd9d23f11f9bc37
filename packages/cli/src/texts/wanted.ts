import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output/output.ts'
import type { Facts } from '../service/last-answer.ts'
import type { Service } from '../service/service.ts'
import { comparable } from './comparable.ts'
import type { FileSet } from './file-set.ts'

/** What was asked for by name and is there. The rest is told: whoever asked would take silence for success. */
export function knownLocales(
  asked: readonly string[],
  { locales }: Pick<Facts, 'locales'>,
  output: Output,
  holder = 'The project',
): string[] {
  const names = new Set(asked.map(comparable))
  const known = new Set(locales.map(comparable))
  for (const locale of asked.filter((code) => !known.has(comparable(code)))) {
    const message = `${holder} has no locale ${locale}; it has ${locales.join(', ')}.`
    output.problem({ exitCode: exitCodes.refused, code: 'LOCALE_NOT_FOUND', message, locale })
  }
  return locales.filter((locale) => names.has(comparable(locale)))
}

export function knownNamespaces(
  asked: readonly string[],
  { namespaces }: Pick<Facts, 'namespaces'>,
  output: Output,
  holder = 'The project',
): string[] {
  for (const namespace of asked.filter((name) => !namespaces.includes(name))) {
    const message = `${holder} has no namespace ${namespace}.`
    output.problem({ exitCode: exitCodes.refused, code: 'NAMESPACE_NOT_FOUND', message, namespace })
  }
  return namespaces.filter((namespace) => asked.includes(namespace))
}

/**
 * Languages that the configuration has files for, and that the project lacks. Of a key that sees some languages alone nobody
 * can tell.
 */
export function tellUnknownLocales(
  sets: readonly FileSet[],
  facts: Facts,
  { localeCodes }: Pick<Service, 'localeCodes'>,
  output: Output,
): void {
  const named = sets.flatMap(({ entry }) => entry.locales ?? [])
  if (!localeCodes) knownLocales([...new Set(named)], facts, output)
}
