import type { ExportBody } from './download.ts'

export type Format = NonNullable<ExportBody['format']>
type Status = NonNullable<ExportBody['statuses']>[number]

export const STRUCTURES = ['flat', 'nested'] as const
export const STYLES = ['pretty', 'minified'] as const
export const PLACEHOLDERS = ['keep', 'convert'] as const
export const STATUSES = ['not_translated', 'not_reviewed', 'translated'] as const satisfies readonly Status[]

const USUAL_FORMAT = 'json' satisfies Format

/** What the address of an export says. Of lists, none means all; what is as usual is not in it. */
export interface ExportSearch {
  languages?: string[]
  /** Namespaces by their ids. */
  ns?: number[]
  status?: Status[]
  format?: Format
  structure?: 'nested'
  style?: 'minified'
  /** Otherwise than the format does by itself. */
  placeholders?: NonNullable<ExportBody['placeholders']>
  empty?: 'yes'
  /** What the editor was asked to show, as its address says it. */
  filter?: string
  /** The language of that editor. */
  in?: string
}

const listOf = (value: unknown): string[] =>
  typeof value === 'string' || typeof value === 'number' ? String(value).split(',').filter(Boolean) : []

/** Reads an address that anybody may have written: what makes no sense is left out. */
export function readExportSearch(raw: Record<string, unknown>): ExportSearch {
  const { format } = raw
  const search: { [Name in keyof ExportSearch]: ExportSearch[Name] | undefined } = {
    languages: [...new Set(listOf(raw['languages']))],
    ns: listOf(raw['ns'])
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
    status: STATUSES.filter((status) => listOf(raw['status']).includes(status)),
    // Which formats there are is known where files are written; one that is none is the usual one there.
    format: typeof format === 'string' && format !== USUAL_FORMAT ? (format as Format) : undefined,
    structure: raw['structure'] === 'nested' ? 'nested' : undefined,
    style: raw['style'] === 'minified' ? 'minified' : undefined,
    placeholders: PLACEHOLDERS.find((way) => way === raw['placeholders']),
    empty: raw['empty'] === 'yes' ? 'yes' : undefined,
    filter: typeof raw['filter'] === 'string' ? raw['filter'] : undefined,
    in: typeof raw['in'] === 'string' ? raw['in'] : undefined,
  }
  return withoutUsual(search)
}

/** As the address shows it. */
export const withoutUsual = (search: { [Name in keyof ExportSearch]: ExportSearch[Name] | undefined }): ExportSearch =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value))),
  )

interface Known {
  /** The languages that somebody may see. */
  locales: readonly { code: string }[]
  namespaces: readonly { id: number; name: string }[]
}

/** In the words of the service. What the project no longer has is left out: an old address still works. */
export function exportBody(search: ExportSearch, { locales, namespaces }: Known): ExportBody {
  const codes = locales.map(({ code }) => code)
  const chosen = codes.filter((code) => search.languages?.includes(code))
  const places = namespaces.filter(({ id }) => search.ns?.includes(id)).map(({ name }) => name)
  return {
    localeCodes: chosen.length > 0 ? chosen : codes,
    ...(places.length > 0 ? { namespaces: places } : {}),
    ...(search.status ? { statuses: search.status } : {}),
    format: search.format ?? USUAL_FORMAT,
    structure: search.structure ?? 'flat',
    style: search.style ?? 'pretty',
    ...(search.placeholders ? { placeholders: search.placeholders } : {}),
    includeEmpty: search.empty === 'yes',
  }
}
