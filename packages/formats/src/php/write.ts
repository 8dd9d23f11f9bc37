import type { WriteOptions, Writer } from '../format.ts'
import { MAX_LEVELS, NewBranch, nodeOf, put } from '../tree/new-branch.ts'
import { pieces } from '../tree/pieces.ts'
import { printBranch } from '../tree/print-branch.ts'
import { phpStyle } from './print.ts'

/** Arrays in arrays: names are split at their dots. */
export function writePhp({ options }: WriteOptions): Writer {
  const root = new NewBranch()
  const style = phpStyle({ hasLists: options?.['arrays'] === 'lists' })
  return {
    add(entries) {
      for (const entry of entries) put(root, entry, 'php', nodeOf(entry, undefined), MAX_LEVELS)
      return ''
    },
    *end() {
      yield '<?php\n\nreturn '
      yield* pieces(printBranch(root, style, ''))
      yield ';\n'
    },
  }
}
