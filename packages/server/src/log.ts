import type { WriteStream } from 'node:tty'
import { inspect, stripVTControlCharacters, styleText } from 'node:util'
import { type Logger, pino } from 'pino'

type Entry = Record<string, unknown>
type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

const WARN = 40
const ERROR = 50
/** What every entry has, and what of the rest tells people at a terminal nothing. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'trace_id', 'span_id'])
const LISTED = 3

/** One JSON object a line for programs; short lines for whoever sits at a terminal. */
export function openLog(
  level: string,
  out: Pick<WriteStream, 'isTTY' | 'hasColors' | 'write'>,
  mixin?: () => object,
): Logger {
  const options = mixin ? { level, mixin } : { level }
  if (!out.isTTY) return pino(options)
  const paint: Paint = out.hasColors()
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_, text) => text
  return pino(options, { write: (line: string) => void out.write(lineFor(JSON.parse(line) as Entry, paint)) })
}

function lineFor(entry: Entry, paint: Paint): string {
  const level = Number(entry['level'])
  const time = new Date(Number(entry['time'])).toTimeString().slice(0, 8)
  const mark = level >= ERROR ? `${paint('red', 'error')} ` : level >= WARN ? `${paint('yellow', 'warn')} ` : ''
  const words =
    entry['msg'] === 'request'
      ? requestOf(entry, paint)
      : [String(entry['msg'] ?? ''), ...detailsOf(entry, paint)].join(' ')
  return `${paint('dim', time)} ${mark}${words}${faultOf(entry, level, paint)}\n`
}

function requestOf({ method, path, status, ms }: Entry, paint: Paint): string {
  const code = Number(status)
  const color = code >= 500 ? 'red' : code >= 400 ? 'yellow' : 'green'
  return `${method} ${printable(String(path))} ${paint(color, String(status))} ${paint('dim', `${ms} ms`)}`
}

const detailsOf = (entry: Entry, paint: Paint) =>
  Object.entries(entry)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => paint('dim', `${name}=${shown(value)}`))

function shown(value: unknown): string {
  if (Array.isArray(value) && value.length > LISTED) return `${value.slice(0, LISTED).map(shown)},… (${value.length})`
  return printable(typeof value === 'string' ? value : inspect(value, { breakLength: Infinity }))
}

function faultOf({ err }: Entry, level: number, paint: Paint): string {
  if (typeof err !== 'object' || err === null) return ''
  const { message = '', stack } = err as { message?: string; stack?: string }
  // Of what passes by itself the sentence is enough.
  const text = level >= ERROR && stack !== undefined ? `\n${stack}` : `: ${message}`
  return paint('dim', text)
}

/** Paths and texts of others must not move the cursor. */
const printable = (text: string) => stripVTControlCharacters(text).replaceAll(/\p{Cc}/gu, ' ')
