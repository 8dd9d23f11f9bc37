import type { Printed } from './on-terminal.ts'

/** A command and what came of it. */
export interface Shown extends Printed {
  command: string
}

type Colour = 'text' | 'red' | 'green' | 'yellow' | 'dim'

interface Theme extends Record<Colour, string> {
  background: string
  bar: string
  border: string
}

/** Each text at 4.5 to 1 or more on its background. */
export const themes: Readonly<Record<'light' | 'dark', Theme>> = {
  light: {
    background: '#ffffff',
    bar: '#f6f8fa',
    border: '#d0d7de',
    text: '#1f2328',
    red: '#c4161c',
    green: '#17702f',
    yellow: '#8a5a00',
    dim: '#59636e',
  },
  dark: {
    background: '#11161d',
    bar: '#1b222c',
    border: '#3d444d',
    text: '#e6edf3',
    red: '#ff7b72',
    green: '#56d364',
    yellow: '#e3b341',
    dim: '#9198a1',
  },
}

/** A piece of a line in one colour. */
interface Run {
  text: string
  colour: Colour
}

type Line = Run[]

const COLOURS: Readonly<Record<string, Colour>> = {
  31: 'red',
  32: 'green',
  33: 'yellow',
  39: 'text',
  2: 'dim',
  22: 'text',
}
const CELL = 8.4
const LINE = 21
const SIZE = 14
const EDGE = 20
const BAR = 36

/** The whole session as a picture. Every piece is told how wide it is, so columns stand under each other in any font. */
export function drawSession(session: readonly Shown[], theme: Theme, columns: number): string {
  const lines = session.flatMap(({ command, text, exitCode }, at) => [
    ...(at === 0 ? [] : [[]]),
    [
      { text: '❯ ', colour: (session[at - 1]?.exitCode ?? 0) === 0 ? ('green' as const) : ('red' as const) },
      { text: command, colour: 'text' as const },
    ],
    ...linesOf(text).flatMap((line) => wrapped(line, columns)),
    ...(exitCode === 0 ? [] : [[{ text: `exit code ${exitCode}`, colour: 'dim' as const }]]),
  ])
  const width = Math.ceil(columns * CELL + 2 * EDGE)
  const height = BAR + 2 * EDGE + lines.length * LINE - (LINE - SIZE)
  const commands = session.map(({ command }) => command).join(', ')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A terminal: ${escaped(commands)}">
<style>text { font: ${SIZE}px ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace; white-space: pre; fill: ${theme.text} } .command { font-weight: 600 }${styles(theme)}</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10" fill="${theme.background}" stroke="${theme.border}"/>
<path d="M1 ${BAR}V10a9 9 0 0 1 9-9h${width - 20}a9 9 0 0 1 9 9v${BAR - 10}z" fill="${theme.bar}"/>
<path d="M1 ${BAR + 0.5}h${width - 2}" stroke="${theme.border}"/>
${[0, 1, 2].map((at) => `<circle cx="${EDGE + 2 + at * 18}" cy="${BAR / 2}" r="5.5" fill="${theme.border}"/>`).join('')}
<text x="${width / 2}" y="${BAR / 2 + 5}" text-anchor="middle" class="dim">shop</text>
${lines.map((line, at) => drawLine(line, BAR + EDGE + SIZE - 3 + at * LINE)).join('\n')}
</svg>
`
}

const styles = (theme: Theme) =>
  (['red', 'green', 'yellow', 'dim'] as const).map((name) => ` .${name} { fill: ${theme[name]} }`).join('')

function drawLine(line: Line, y: number): string {
  let column = 0
  return line
    .map(({ text, colour }, at) => {
      const x = (EDGE + column * CELL).toFixed(1)
      column += text.length
      const isCommand = at === 1 && line[0]?.text === '❯ '
      const names = isCommand ? ' class="command"' : colour === 'text' ? '' : ` class="${colour}"`
      const width = `textLength="${(text.length * CELL).toFixed(1)}" lengthAdjust="spacingAndGlyphs"`
      return text.trim() === '' ? '' : `<text x="${x}" y="${y}" ${width}${names}>${escaped(text)}</text>`
    })
    .join('')
}

/** What stands on the screen in the end: a line that was cleared is written over. */
function linesOf(text: string): Line[] {
  const rows = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n')
  return rows.map((row) => runsOf(row.split('\r\u001b[2K').at(-1) ?? '')).filter((line) => line.length > 0)
}

function runsOf(row: string): Line {
  let colour: Colour = 'text'
  const [first = '', ...others] = row.split('\u001b[')
  const line: Line = [{ text: first, colour }]
  for (const other of others) {
    const [, code = '', text = ''] = /^(\d+)m(.*)$/.exec(other) ?? []
    colour = COLOURS[code] ?? colour
    line.push({ text, colour })
  }
  return line.filter(({ text }) => text !== '')
}

function wrapped(line: Line, columns: number): Line[] {
  const rows: Line[] = [[]]
  let room = columns
  for (const { text, colour } of line) {
    let rest = text
    while (rest !== '') {
      if (room === 0) {
        rows.push([])
        room = columns
      }
      const piece = rest.slice(0, room)
      rows.at(-1)?.push({ text: piece, colour })
      rest = rest.slice(piece.length)
      room -= piece.length
    }
  }
  return rows
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
