import type { Body, contract } from '@parlance/contract'
import { type Format, formats, type WriteOptions } from '@parlance/formats'
import { wrongField } from '../../http/errors.ts'

/** How the files of an export look. */
export interface Shape extends Pick<WriteOptions, 'structure' | 'style'> {
  format: Format
  placeholders: NonNullable<WriteOptions['placeholders']>
  options: NonNullable<WriteOptions['options']>
}

export function shapeOf(body: Body<typeof contract.exportKeys>): Shape {
  const { structure = 'flat', style = 'pretty', formatOptions: options = {} } = body
  const format = formats.find(({ id }) => id === (body.format ?? 'json')) as Format | undefined
  if (!format) throw wrongField('format', 'No such format; `GET /v1/formats` tells all of them.')
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
  if (!values?.includes(value)) throw wrongField(`formatOptions.${name}`, optionSentence(options, name))
}

function optionSentence(options: NonNullable<Format['options']>, name: string): string {
  const listed = (values: readonly unknown[]) => values.map((value) => `\`${value}\``).join(', ')
  const values = Object.hasOwn(options, name) ? options[name] : undefined
  if (values) return `\`formatOptions.${name}\` must be one of ${listed(values)}.`
  const names = Object.keys(options)
  return names.length === 0 ? 'This format has no options.' : `This format has the options ${listed(names)}.`
}

/** Whether values are converted before they are written. */
export const convertsValues = ({ format, placeholders }: Pick<Shape, 'format' | 'placeholders'>) =>
  placeholders === 'convert' && !format.converts && format.syntax !== 'icu'
