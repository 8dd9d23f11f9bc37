import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'

/** Of formats that have no plurals, or in their texts alone: nothing else is made of one message. */
export function tellPlural(
  { key, value, isPlural = false }: Entry,
  format: string,
  { remark }: Pick<WriteOptions, 'remark'>,
): void {
  if (!isPlural || value === '') return
  const message = `${format} has no plurals in messages of ICU: it was left as one.`
  remark?.({ severity: 'warning', code: 'value_not_convertible', key, message })
}
