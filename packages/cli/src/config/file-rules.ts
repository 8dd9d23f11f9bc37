import type { Config, FileEntry } from './config.ts'
import { PLACEHOLDERS, placeholdersOf } from './path-template.ts'

/** What is wrong with the files of a configuration that its schema cannot say. Formats are looked at when they are used. */
export function faultOfFiles({ files }: Pick<Config, 'files'>): string | undefined {
  for (const [at, entry] of files.entries()) {
    const fault = faultOfPath(entry)
    if (fault) return `files[${at}].path ${fault}`
    const parted = Object.entries(entry.localeNames ?? {}).find(([, spelled]) => /[/\\]/.test(spelled))
    if (parted) return `files[${at}].localeNames: "${parted[1]}" is more than a part of a path.`
    const other = files.slice(0, at).findIndex((before) => canMeet(before, entry))
    if (other >= 0) return `files[${other}] and files[${at}] lead to one path.`
  }
  return undefined
}

function faultOfPath({ path }: FileEntry): string | undefined {
  const names = placeholdersOf(path)
  const unknown = names.find((name) => !PLACEHOLDERS.includes(name))
  if (unknown !== undefined) return `has {${unknown}}: there are ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}.`
  if (path === '' || path.endsWith('/')) return 'must lead to a file.'
  return undefined
}

function canMeet(one: FileEntry, other: FileEntry): boolean {
  if (normal(one.path) !== normal(other.path)) return false
  return share(one.locales, other.locales) && share(one.namespaces, other.namespaces)
}

const normal = (path: string) =>
  path
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .replaceAll(/\/(\.?\/)+/g, '/')

const share = (one: readonly string[] | undefined, other: readonly string[] | undefined) =>
  !one || !other || one.some((name) => other.includes(name))
