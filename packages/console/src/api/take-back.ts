import { limits } from '@parlance/contract/limits'
import type { AnswerOf } from '@parlance/sdk'

type Reverted = Pick<AnswerOf<'revertActivity'>, 'reverted' | 'skipped'>

/** Of the activity, both ends included. */
interface ChangeRange {
  fromId: number
  toId: number
}

/** As many changes as the service takes back at once. */
export const MOST_TAKEN_BACK = limits.revertedChanges

/** Takes changes back, the newest first, so that older ones find what they left. */
export async function takeBack(
  ranges: readonly ChangeRange[],
  revert: (range: ChangeRange) => Promise<Reverted>,
  most: number = MOST_TAKEN_BACK,
): Promise<Reverted> {
  const all: Reverted = { reverted: 0, skipped: [] }
  for (const range of ranges.toReversed()) {
    for (const piece of piecesOf(range, most)) {
      const { reverted, skipped } = await revert(piece)
      all.reverted += reverted
      all.skipped.push(...skipped)
    }
  }
  return all
}

function piecesOf({ fromId, toId }: ChangeRange, most: number): ChangeRange[] {
  const pieces: ChangeRange[] = []
  for (let end = toId; end >= fromId; end -= most) pieces.push({ fromId: Math.max(fromId, end - most + 1), toId: end })
  return pieces
}
