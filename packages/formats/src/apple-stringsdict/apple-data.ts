import type { Entry } from '../entry.ts'

/** What is kept of a text that only Apple's files can say. */
export interface AppleData {
  /** The types of its counted arguments, as `printf` calls them. */
  types?: Readonly<Record<string, string>>
  /** Which of its arguments they are, where that is not plain from the text of each language. */
  positions?: Readonly<Record<string, number>>
  /** It stood among other texts and is one, whatever it looks like. */
  isText?: boolean
  /** Of a key that was too long. */
  name?: string
}

/** Anybody may have put anything there. */
export function appleDataOf({ formatData }: Pick<Entry, 'formatData'>): AppleData {
  const own = formatData?.['apple']
  if (typeof own !== 'object' || own === null) return {}
  const { types, positions, isText } = own as Record<string, unknown>
  return {
    types: recordOf(types, (type): type is string => typeof type === 'string' && /^[a-zA-Z@]{1,3}$/.test(type)),
    positions: recordOf(positions, (at): at is number => Number.isInteger(at) && Number(at) > 0 && Number(at) < 100),
    isText: isText === true,
  }
}

const recordOf = <T>(data: unknown, isFine: (value: unknown) => value is T): Record<string, T> =>
  typeof data === 'object' && data !== null
    ? Object.fromEntries(Object.entries(data).filter((entry): entry is [string, T] => isFine(entry[1])))
    : {}

/** Where there is something to keep. */
export const withAppleData = (data: AppleData): Pick<Entry, 'formatData'> =>
  Object.keys(data).length === 0 ? {} : { formatData: { apple: data } }
