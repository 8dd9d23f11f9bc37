/** Addresses that people can read, type and send: lists have commas between their items, and nothing is quoted. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search)
    .map(([name, value]) => [name, value === undefined || value === null ? '' : String(value)])
    .filter(([, value]) => value !== '')
  const text = new URLSearchParams(pairs).toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}
