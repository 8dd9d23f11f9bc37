import { messageParameters } from '@parlance/checks'
import IntlMessageFormat from 'intl-messageformat'

/** A message as a program would show it, with its other placeholders left as they are; undefined where it cannot be read. */
export function formatted(message: string, argument: string, number: number, locale: string): string | undefined {
  const values: Record<string, string | number | Date> = {}
  for (const { name, type, options } of messageParameters(message)) {
    if (type === 'number') values[name] = number
    else if (type === 'date') values[name] = new Date()
    else if (type === 'string') values[name] = options?.[0] ?? `{${name}}`
  }
  values[argument] = number
  try {
    return String(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).format(values))
  } catch {
    return undefined
  }
}
