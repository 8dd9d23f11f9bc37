import { type Format, importOptionsOf } from '@parlance/formats'
import { fault } from '../../../http/errors.ts'

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
      throw fault('validationError', { field: `files.${at}.formatOptions.${name}` })
}

/** Those of one format. */
export const optionsFor = (format: Format, sent: SentOptions): Record<string, string | boolean> =>
  Object.fromEntries([...sent].filter(([name, value]) => takes(format, name, value)))
