import { android } from './android/android.ts'
import { appleStrings } from './apple-strings/apple-strings.ts'
import { arb } from './arb/arb.ts'
import { chrome } from './chrome/chrome.ts'
import { csv } from './csv/csv.ts'
import { fluent } from './fluent/fluent.ts'
import type { Format } from './format.ts'
import { formatjs } from './formatjs/formatjs.ts'
import { i18nextV3 } from './i18next-v3/i18next-v3.ts'
import { i18nextV4 } from './i18next-v4/i18next-v4.ts'
import { ini } from './ini/ini.ts'
import { jsModule } from './js-module/js-module.ts'
import { json } from './json/json.ts'
import { php } from './php/php.ts'
import { po } from './po/po.ts'
import { pot } from './pot/pot.ts'
import { properties } from './properties/properties.ts'
import { propertiesLatin1 } from './properties-latin1/properties-latin1.ts'
import { qtTs } from './qt-ts/qt-ts.ts'
import { resx } from './resx/resx.ts'
import { tsModule } from './ts-module/ts-module.ts'
import { vueI18n } from './vue-i18n/vue-i18n.ts'
import { xcstrings } from './xcstrings/xcstrings.ts'
import { xliff12 } from './xliff-1.2/xliff-1.2.ts'
import { xliff20 } from './xliff-2.0/xliff-2.0.ts'
import { xlsx } from './xlsx/xlsx.ts'
import { yaml } from './yaml/yaml.ts'
import { yamlRails } from './yaml-rails/yaml-rails.ts'

/** Every format there is. Which of two that share an extension is meant, `pick-format.ts` says. */
export const formats = [
  json,
  i18nextV4,
  i18nextV3,
  formatjs,
  vueI18n,
  chrome,
  properties,
  propertiesLatin1,
  android,
  appleStrings,
  po,
  pot,
  arb,
  jsModule,
  tsModule,
  php,
  ini,
  xcstrings,
  fluent,
  xliff12,
  xliff20,
  qtTs,
  resx,
  csv,
  xlsx,
  yaml,
  yamlRails,
] as const

export type FormatId = (typeof formats)[number]['id']

const byId = new Map<string, Format>(formats.map((format) => [format.id, format]))
const extensions = new Set(formats.flatMap((format) => [...format.extensions]))
const EXTENSION = new RegExp(`\\.(${[...extensions].join('|')})$`, 'i')

export function formatOf(id: string): Format {
  const format = byId.get(id)
  if (!format) throw new Error(`There is no format "${id}"`)
  return format
}

/** Of a format there is, in small letters and without its dot. */
export const extensionOf = (path: string) => EXTENSION.exec(path)?.[1]?.toLowerCase()

/** A path without the extension of a format, if it has one. */
export const withoutExtension = (path: string) => path.replace(EXTENSION, '')

/** The formats that a file may have by its name. */
export function formatsByName(path: string): Format[] {
  const extension = extensionOf(path)
  return extension === undefined ? [] : formats.filter((format) => format.extensions.includes(extension))
}
