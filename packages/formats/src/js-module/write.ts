import type { WriteOptions, Writer } from '../format.ts'
import { MAX_LEVELS, NewBranch, nodeOf, put } from '../tree/new-branch.ts'
import { pieces } from '../tree/pieces.ts'
import { printBranch } from '../tree/print-branch.ts'
import { moduleStyle } from './print.ts'

/** Objects in objects: names are split at their dots. */
export function writeModule({ options }: WriteOptions): Writer {
  const root = new NewBranch()
  const style = moduleStyle({ hasLists: options?.['arrays'] === 'lists' })
  return {
    add(entries) {
      for (const entry of entries) put(root, entry, 'module', nodeOf(entry, undefined), MAX_LEVELS)
      return ''
    },
    *end() {
      yield 'export default '
      yield* pieces(printBranch(root, style, ''))
      yield ';\n'
    },
  }
}
