/** What stands in the configuration, with its defaults. */
export interface Config {
  /** Paths are from here. */
  folder: string
  /** The file itself, as it was found. */
  path: string
  url?: string
  project?: number
  sourceLocale?: string
  files: readonly FileEntry[]
  pull: {
    locales?: readonly string[]
    namespaces?: readonly string[]
    statuses?: readonly Status[]
    empty?: 'omit' | 'blank' | 'source'
  }
  push: { locales?: 'source' | 'all' | readonly string[]; onConflict?: 'fail' | 'local' | 'server' }
  scan: {
    include?: readonly string[]
    exclude?: readonly string[]
    framework?: 'i18next' | 'react-intl' | 'vue-i18n' | 'custom'
    namespace?: string
    keep?: readonly string[]
    functions?: readonly string[]
    components?: Readonly<Record<string, string>>
  }
  types: { out?: string }
  /** For `check --local`; by check. */
  check: { severities?: Readonly<Record<string, 'error' | 'warning' | 'off'>> }
}

export type Status = 'translated' | 'not_reviewed' | 'not_translated'

/** Which files there are of a format, and where. */
export interface FileEntry {
  path: string
  format: string
  namespace: string
  locales?: readonly string[]
  namespaces?: readonly string[]
  localeNames?: Readonly<Record<string, string>>
  structure?: 'flat' | 'nested'
  style?: 'pretty' | 'minified'
  placeholders?: 'keep' | 'convert'
  options?: Readonly<Record<string, string | boolean>>
}
