/** Not the end of a terminal: whoever asked by `nohup` to live on would be taken at his word no more. */
const codes = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * A signal ends the program at once. Nothing half written stays: files are written in one turn of the program, and signals are
 * heard between them.
 */
export function onSignals(before: () => void): void {
  for (const [signal, code] of Object.entries(codes)) {
    process.once(signal, () => {
      before()
      process.exit(code)
    })
  }
}
