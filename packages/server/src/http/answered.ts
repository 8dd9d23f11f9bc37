/** A request that was answered, as the log and the metrics tell of it. */
export interface Answered {
  id: string
  method: string
  /** Without the query, where texts people search for would end up in the log. */
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
