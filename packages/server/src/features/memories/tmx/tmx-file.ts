import { limits } from '@parlance/contract'
import { readTmx, TmxError, type TmxFile, type TmxUnit } from '@parlance/formats/tmx'
import { fault } from '../../../http/errors.ts'
import { eachInTurns } from '../../../turns.ts'

/** Hands all units of a file over, piece by piece. Resolves with what its header says. */
export async function eachUnit(
  content: string,
  take: (unit: TmxUnit, file: TmxFile) => void,
): Promise<TmxFile & { units: number }> {
  if (Buffer.byteLength(content) > limits.tmxFile) throw fault('bodyTooLarge')
  const file: TmxFile = { sourceLocale: null }
  let units = 0
  try {
    await eachInTurns(readTmx(content, file), (found) => {
      units += found.length
      if (units > limits.tmxUnits) throw fault('tmxTooManyUnits')
      for (const unit of found) take(unit, file)
    })
  } catch (error) {
    throw error instanceof TmxError ? fault('tmxUnreadable', undefined, error.message) : error
  }
  return { ...file, units }
}
