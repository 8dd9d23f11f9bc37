/** A request that was answered, as the log and the metrics tell of it. */
export interface Answered {
  id: string
  method: string
  /** Without the query, where texts people search for would end up in the log, and without what opens a door. */
  path: string
  /** The pattern, not the path: one series of metrics per route, however many projects there are. */
  route: string
  status: number
  ms: number
}

export const pathOf = (url: string) => {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

const TOKEN = ':token'

/**
 * The path as it is logged. Of a route that takes a token in its path it is the pattern: whoever reads the log could use
 * it. An address that only looks like one, say with the wrong method, may hold the token of somebody who mistyped it, and
 * those of the console that links lead to (`/invite/…`, `/reset/…`) are no routes here.
 */
export function loggedPath(url: string, route: string | undefined): string {
  if (route !== undefined) return route.includes(TOKEN) ? route : pathOf(url)
  return plain(pathOf(url)).replace(/(\/(?:invites?|reset)\/).*/is, `$1${TOKEN}`)
}

/** Letters that somebody has written as numbers are the letters. */
const plain = (path: string) =>
  path.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
