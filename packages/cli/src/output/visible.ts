/**
 * A line as it may be shown. Names and texts hold what anybody wrote into them: what moves a cursor, or begins a line that a
 * build takes for an order, is shown and not sent. Our own colours stay where there are any.
 */
export const visible = (line: string, hasColour: boolean) =>
  line.replaceAll(hasColour ? COLOUR_OR_CONTROL : CONTROL, (found) => (found.length > 1 ? found : escaped(found)))

/** The same for JSON, which takes only some of them for itself. */
export const visibleJson = (json: string) => json.replaceAll(/[\x7f-\x9f]/g, escaped)

const CONTROL = /\p{Cc}/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const COLOUR_OR_CONTROL = /\x1b\[\d{1,2}m|\p{Cc}/gu

const escaped = (control: string) =>
  control < ' ' ? JSON.stringify(control).slice(1, -1) : `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`

/** As much of a line as stays on one line of a terminal: what is wrapped cannot be overwritten. */
export function fitting(line: string, columns: number | undefined): string {
  if (!columns) return line
  let room = columns - 1
  let end = 0
  for (const character of line) {
    // Letters of some scripts are two columns wide.
    room -= character < '\u0300' ? 1 : 2
    if (room < 0) break
    end += character.length
  }
  return line.slice(0, end)
}
