import { spawn } from 'node:child_process'

export interface Printed {
  /** As the terminal got it. */
  text: string
  exitCode: number
}

/** Runs a command line where its output is a terminal. */
export function onTerminal(
  command: string,
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
      cwd,
      env: { ...env, SHELL: '/bin/sh' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    child.once('error', reject)
    child.once('close', (exitCode) => resolve({ text, exitCode: exitCode ?? 1 }))
  })
}
