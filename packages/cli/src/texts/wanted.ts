import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output/output.ts'
import type { Facts } from '../service/last-answer.ts'

/** What was asked for by name and is there. The rest is told: whoever asked would take silence for success. */
export function knownLocales(asked: readonly string[], { locales }: Facts, output: Output): string[] {
  for (const locale of asked.filter((code) => !locales.includes(code))) {
    const message = `The project has no locale ${locale}; it has ${locales.join(', ')}.`
    output.problem({ exitCode: exitCodes.refused, code: 'LOCALE_NOT_FOUND', message, locale })
  }
  return locales.filter((locale) => asked.includes(locale))
}

export function knownNamespaces(asked: readonly string[], { namespaces }: Facts, output: Output): string[] {
  for (const namespace of asked.filter((name) => !namespaces.includes(name))) {
    const message = `The project has no namespace ${namespace}.`
    output.problem({ exitCode: exitCodes.refused, code: 'NAMESPACE_NOT_FOUND', message, namespace })
  }
  return namespaces.filter((namespace) => asked.includes(namespace))
}
