import { type Format, importOptionsOf } from '@parlance/formats'
import { wrongField } from '../../../http/errors.ts'

export type SentOptions = ReadonlyMap<string, string | boolean>

const takes = (format: Format, name: string, value: string | boolean) => {
  const values = Object.entries(importOptionsOf(format)).find(([option]) => option === name)?.[1]
  return values?.includes(value) ?? false
}

/** What is sent for a file is known to its format; for an archive, to that of one of its files. */
export function assertOptions(at: number, sent: SentOptions, formats: ReadonlySet<Format>): void {
  if (formats.size === 0) return
  for (const [name, value] of sent)
    if (![...formats].some((format) => takes(format, name, value)))
      throw wrongField(
        `files.${at}.formatOptions.${name}`,
        `The format of this file does not have the option \`${name}\`, or not this value of it.`,
      )
}

/** Those of one format. */
export const optionsFor = (format: Format, sent: SentOptions): Record<string, string | boolean> =>
  Object.fromEntries([...sent].filter(([name, value]) => takes(format, name, value)))
