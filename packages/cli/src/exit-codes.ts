/** What the program ends with. */
export const exitCodes = {
  done: 0,
  /** The answer is no: files would change, findings, missing keys. */
  no: 1,
  usage: 2,
  notAllowed: 3,
  notReached: 4,
  refused: 5,
  file: 6,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** When several apply, the first of these counts. */
const PRIORITY = [2, 3, 4, 6, 5, 1] as const

export const worstOf = (codes: Iterable<ExitCode>): ExitCode => {
  const all = new Set(codes)
  return PRIORITY.find((code) => all.has(code)) ?? exitCodes.done
}
