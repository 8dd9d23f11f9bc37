import type { Body, contract } from '@parlance/contract'
import { type Format, formats, type WriteOptions } from '@parlance/formats'
import { refusal } from '../../http/validation.ts'

/** How the files of an export look. */
export interface Shape extends Pick<WriteOptions, 'structure' | 'style'> {
  format: Format
  placeholders: NonNullable<WriteOptions['placeholders']>
  options: NonNullable<WriteOptions['options']>
}

export function shapeOf(body: Body<typeof contract.exportKeys>): Shape {
  const { structure = 'flat', style = 'pretty', formatOptions: options = {} } = body
  const format = formats.find(({ id }) => id === (body.format ?? 'json')) as Format | undefined
  if (!format) throw refusal('validationError', ['format'])
  for (const [name, value] of Object.entries(options)) assertOption(format, name, value)
  return {
    format,
    structure,
    style,
    placeholders: body.placeholders ?? (format.converts ? 'convert' : 'keep'),
    options,
  }
}

function assertOption({ options = {} }: Format, name: string, value: string | boolean): void {
  const values = Object.hasOwn(options, name) ? options[name] : undefined
  if (!values?.includes(value)) throw refusal('validationError', ['formatOptions', name])
}

/** Whether values are converted before they are written. */
export const convertsValues = ({ format, placeholders }: Pick<Shape, 'format' | 'placeholders'>) =>
  placeholders === 'convert' && !format.converts && format.syntax !== 'icu'
