import { rmSync } from 'node:fs'

/** Files that are being written beside those they will replace. */
const unfinished = new Set<string>()

/** Keeps a file from staying behind half written. Whoever writes it takes it out again. */
export const writing = {
  begin: (path: string) => void unfinished.add(path),
  end: (path: string) => void unfinished.delete(path),
}

const codes = { SIGINT: 130, SIGTERM: 143 } as const

/** A signal ends the program at once; nothing half written stays. */
export function onSignals(): void {
  for (const [signal, code] of Object.entries(codes)) {
    process.once(signal, () => {
      for (const path of unfinished) rmSync(path, { force: true })
      process.exit(code)
    })
  }
}
