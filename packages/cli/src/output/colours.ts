/** Text in colours, or as it is. */
export type Paint = Readonly<Record<'red' | 'green' | 'yellow' | 'dim' | 'bold', (text: string) => string>>

const codes = { red: [31, 39], green: [32, 39], yellow: [33, 39], dim: [2, 22], bold: [1, 22] } as const

export function paintFor(hasColour: boolean): Paint {
  const painted = Object.entries(codes).map(([name, [on, off]]) => {
    const paint = (text: string) => (hasColour ? `\x1b[${on}m${text}\x1b[${off}m` : text)
    return [name, paint]
  })
  return Object.fromEntries(painted)
}
