import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { formsOf } from '../plural-message.ts'
import type { Branch, Outline } from '../tree/outline.ts'
import { patchTree } from '../yaml/patch-yaml.ts'
import { railsForms } from './rails-plurals.ts'
import { RAILS } from './read.ts'

export const patchRails = (base: Uint8Array, options: WriteOptions): Writer =>
  patchTree(base, options, {
    ...RAILS,
    rootOf: (outline) => branchOfLocale(outline, options.locale),
    formsOf(outline, { locale = options.locale }) {
      const plurals = pluralsIn(outline, locale)
      return (entry) => wantedForms(entry, plurals, { ...options, locale })
    },
  })

/** That of the locale; if the file has another one alone, its path says that it is of this one. */
function branchOfLocale({ branches }: Outline, locale: string): Branch | string {
  const [top] = branches
  const found = top?.members.flatMap(({ branch }) => (branch?.locale === undefined ? [] : [branch])) ?? []
  return found.find((branch) => branch.locale === locale) ?? (found.length === 1 ? found[0] : undefined) ?? locale
}

/** The names that a file has for the forms of its plurals. */
function pluralsIn({ branches }: Outline, locale: string): Map<string, ReadonlySet<string>> {
  const plurals = branches.filter((branch) => branch.isPlural && branch.locale === locale)
  return new Map(plurals.map(({ key, names }) => [key, names]))
}

function wantedForms(
  entry: Entry,
  plurals: ReadonlyMap<string, ReadonlySet<string>>,
  options: Pick<WriteOptions, 'locale' | 'remark'>,
): ReadonlyMap<string, string> | undefined {
  const known = plurals.get(entry.key)
  const isPlural = entry.isPlural || (known !== undefined && formsOf(entry) !== undefined)
  if (!isPlural) return undefined
  // Empty forms stay, however many there are.
  if (known && entry.value === '') return new Map(Array.from(known, (name) => [name, '']))
  return railsForms(entry, options)
}
