import type { Config } from '../config/config.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output/output.ts'
import { type FileSet, takesLocale, takesNamespace } from './file-set.ts'

type Named = Pick<Config, 'path'>

/** Namespaces that were asked for by name, and that no file of the configuration is for: nothing would be done. */
export function tellUntaken(
  sets: readonly FileSet[],
  namespaces: readonly string[],
  config: Named,
  output: Output,
): void {
  for (const namespace of namespaces)
    if (!sets.some((set) => takesNamespace(set, namespace)))
      tell(`None of its files is for the namespace ${namespace}.`, { namespace }, config, output)
}

/** The same of locales. */
export function tellUntakenLocales(
  sets: readonly FileSet[],
  locales: readonly string[],
  config: Named,
  output: Output,
): void {
  for (const locale of locales)
    if (!sets.some((set) => takesLocale(set, locale)))
      tell(`None of its files is for the locale ${locale}.`, { locale }, config, output)
}

function tell(message: string, about: object, { path: file }: Named, output: Output): void {
  output.problem({ exitCode: exitCodes.usage, code: 'CONFIG', message, file, ...about })
}
