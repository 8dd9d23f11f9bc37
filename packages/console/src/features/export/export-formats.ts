import { type Format, type FormatId, formats } from '@parlance/formats'

/** Formats whose files may nest and be minified; all others look as their programs want them. */
const SHAPED = /^(json$|i18next|vue-i18n$|formatjs$|yaml)/

/** All that values can be written as. */
export const EXPORT_FORMATS = formats.map(({ id, name, isMultiLocale, converts }: Format) => ({
  id: id as FormatId,
  name,
  isMultiLocale,
  /** Whether placeholders are written as the format has them unless something else is wanted. */
  converts: converts ?? false,
  hasShape: SHAPED.test(id),
}))

export const exportFormat = (id: string = 'json') => EXPORT_FORMATS.find((format) => format.id === id)
