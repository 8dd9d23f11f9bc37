import type { Remark } from '@parlance/formats'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output/output.ts'
import type { Place } from './places.ts'

/** Tells what is wrong in a file. Whether something is, so that it cannot be taken for what it should hold. */
export function tellRemarks(output: Output, place: Place, remarks: readonly Remark[]): boolean {
  for (const { severity, ...remark } of remarks) {
    const { path: file, namespace, locale } = place
    const told = { ...remark, file, namespace, ...(locale === null ? {} : { locale }) }
    if (severity === 'error') output.problem({ exitCode: exitCodes.file, ...told })
    else output.warn(told)
  }
  return remarks.some(({ severity }) => severity === 'error')
}
