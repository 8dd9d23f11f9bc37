import IntlMessageFormat from 'intl-messageformat'
import type english from '../../text/en.json'

export type TextId = keyof typeof english
export type Texts = Record<TextId, string>
export type TextValues = Record<string, string | number | boolean | Date>
export type Translate = (id: TextId, values?: TextValues) => string

/** The console's own texts in one language. Messages are read when they are first shown. */
export function translator(locale: string, texts: Texts): Translate {
  const formats = new Map<TextId, IntlMessageFormat>()
  return (id, values) => {
    const text = texts[id]
    // Most texts have nothing to fill in, and a quote in those is a quote.
    if (!/[{<']/.test(text)) return text
    let format = formats.get(id)
    if (!format) {
      format = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true })
      formats.set(id, format)
    }
    return String(format.format(values))
  }
}
