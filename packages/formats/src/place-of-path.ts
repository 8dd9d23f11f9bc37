import type { Format } from './format.ts'

interface PlaceOfPath {
  /** With the parts of BCP 47; whether it is a locale is for the caller to see. Null: the source language. */
  locale: string | null
  /** The folders in front of what the format lays out: in a file of ours one with the name of the namespace, or none. */
  folders: string[]
  /** What the rest of the path is called, where the format has a name of its own for it; null where it is that name. */
  otherwise: string | null
}

/**
 * Where a path lies by the layout of a format: `app/res/values-pt-rBR/strings.xml` is `pt-BR` below `app/res`. Undefined
 * where the layout has no locale, or the path none there. A file may be called otherwise than exports call it
 * (`values-de/arrays.xml`): only the part with the locale counts.
 */
export function placeOfPath(format: Format, path: string): PlaceOfPath | undefined {
  const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.')
  return (
    placeIn(format, format.path, parts) ??
    (format.sourcePath ? placeOfSource(format, format.sourcePath, parts) : undefined)
  )
}

function placeIn(format: Format, layout: string, parts: readonly string[]): PlaceOfPath | undefined {
  const planned = layout.split('/')
  const at = planned.findIndex((part) => part.includes('{locale}'))
  const from = parts.length - planned.length
  const named = parts[from + at]
  if (at < 0 || from < 0 || named === undefined) return undefined
  const [before = '', after = ''] = planned[at]?.split('{locale}') ?? []
  const isFile = at === planned.length - 1
  const spelled = isFile ? inFileName(format, named, before) : inFolderName(named, before, after)
  if (spelled === undefined) return undefined
  const { localeSpelling: spelling } = format
  const locale = spelled === spelling?.source ? null : (spelling ?? AS_IT_IS).fromPath(spelled)
  if (locale === undefined) return undefined
  const isOurs = planned.every((part, i) => i === at || part === parts[from + i])
  return { locale, folders: parts.slice(0, from), otherwise: isOurs ? null : (parts.at(-1) ?? null) }
}

const AS_IT_IS = { fromPath: (spelled: string) => spelled }

function inFolderName(name: string, before: string, after: string): string | undefined {
  if (name.length <= before.length + after.length || !name.startsWith(before) || !name.endsWith(after)) return undefined
  return name.slice(before.length, name.length - after.length)
}

/** A file has any of the format's extensions. */
function inFileName(format: Format, name: string, before: string): string | undefined {
  const dot = name.lastIndexOf('.')
  if (dot <= before.length || !name.startsWith(before)) return undefined
  return format.extensions.includes(name.slice(dot + 1).toLowerCase()) ? name.slice(before.length, dot) : undefined
}

function placeOfSource({ path }: Format, layout: string, parts: readonly string[]): PlaceOfPath | undefined {
  const planned = layout.split('/')
  const from = parts.length - planned.length
  if (from < 0 || !planned.slice(0, -1).every((part, i) => part === parts[from + i])) return undefined
  const file = parts.at(-1) ?? null
  const isOurs = file === planned.at(-1)
  // Without a folder that tells, any file would be one of the source language: which it is where there are no others.
  if (!isOurs && planned.length === 1 && path !== layout) return undefined
  return { locale: null, folders: parts.slice(0, from), otherwise: isOurs ? null : file }
}
