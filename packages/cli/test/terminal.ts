import { spawn, spawnSync } from 'node:child_process'
import { until } from '../../server/test/until.ts'
import { ended, type folderWith } from './program.ts'

/** `script` of util-linux, which Debian and its children always have. */
export const noTerminal = /util-linux/.test(String(spawnSync('script', ['--version']).stdout))
  ? false
  : 'NO TERMINAL: "script" of util-linux is not here'

type Folder = Pick<ReturnType<typeof folderWith>, 'folder' | 'line' | 'environment'>

interface How {
  env?: Record<string, string>
  columns?: number
  /** What a shell adds to the line, such as `> file`. */
  redirected?: string
}

/** The program on a pseudo-terminal, as somebody sits before it. */
export function onTerminal(
  here: Folder,
  args: readonly string[],
  { env = {}, columns = 80, redirected = '' }: How = {},
) {
  const command = `exec ${here.line(args).map(quoted).join(' ')} ${redirected}`
  return openTerminal(command, { folder: here.folder, env: here.environment(env), columns })
}

/** Whatever a shell can run, on a pseudo-terminal. */
export function openTerminal(
  command: string,
  { folder, env, columns = 80 }: { folder: string; env: Record<string, string>; columns?: number },
) {
  const surroundings = { ...env, SHELL: '/bin/sh', TERM: env['TERM'] ?? 'xterm' }
  const line = `stty cols ${columns} rows 24; ${command}`
  const child = spawn('script', ['-qefc', line, '/dev/null'], { cwd: folder, env: surroundings })
  let screen = ''
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk
  })
  const end = ended(child)
  return {
    /** All that was sent to it so far. */
    screen: () => screen,
    shows: (text: string | RegExp) =>
      until(
        `${text} on the terminal, which has ${JSON.stringify(screen)}`,
        () => (typeof text === 'string' ? screen.includes(text) : text.test(screen)),
        30_000,
      ),
    type: (text: string) => void child.stdin.write(text),
    async ended() {
      const { code } = await end
      return { code, screen }
    },
  }
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`

/** What somebody sees who looks at the end: lines as they are after everything that was overwritten in them. */
export function seen(screen: string): string[] {
  const lines = screen.split('\n').map((line) => {
    const [last = ''] = line.replace(/\r+$/, '').split('\r').slice(-1)
    return last.replaceAll(ESCAPES, '')
  })
  return lines.filter((line) => line !== '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const ESCAPES = /\x1b\[[\d;?]*[A-Za-z]/g
