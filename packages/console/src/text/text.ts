import type english from '../../text/en.json'
import { compileMessage, type TextValues } from './message.ts'

export type TextId = keyof typeof english
export type Texts = Record<TextId, string>
export type Translate = (id: TextId, values?: TextValues) => string

/** The console's own texts in one language. Messages are read when they are first shown. */
export function translator(locale: string, texts: Texts): Translate {
  const messages = new Map<TextId, (values: TextValues) => string>()
  return (id, values = {}) => {
    const text = texts[id]
    // Most texts have nothing to fill in.
    if (!text.includes('{')) return text
    let message = messages.get(id)
    if (!message) {
      message = compileMessage(text, locale)
      messages.set(id, message)
    }
    return message(values)
  }
}
