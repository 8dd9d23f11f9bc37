import type { WriteOptions } from '../format.ts'
import type { WantedRow } from '../table/wanted-rows.ts'

/** UTF-16 units of a cell in Excel. Other programs take more. */
const LONGEST = 32_767

export function tellLongTexts({ key, texts }: WantedRow, remark: WriteOptions['remark']): void {
  for (const { value } of texts.values()) {
    if (value.length <= LONGEST) continue
    const message = `Excel cuts texts of more than ${LONGEST} characters; the file has all of it.`
    remark?.({ severity: 'warning', code: 'value_not_convertible', key, message })
  }
}
