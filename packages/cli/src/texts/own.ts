import type { ByPlace } from './values.ts'

/** Names may be anything, also what every object has. */
export const own = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined

/** The values of a namespace in a language, by key. */
export const valuesAt = <T>(values: ByPlace<T>, namespace: string, locale: string): Readonly<Record<string, T>> =>
  own(own(values, namespace), locale) ?? {}
