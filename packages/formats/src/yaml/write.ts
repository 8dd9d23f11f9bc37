import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { MAX_LEVELS, NewBranch, nodeOf, put } from '../tree/new-branch.ts'
import { pieces } from '../tree/pieces.ts'
import { type FlowStyle, printInFlow, printMembers, STANDARD_STYLE } from './print.ts'

/** What of an entry is a map of its own: the forms of a plural, where a kind of file has these. */
export type FormsOfEntry = (entry: Entry) => ReadonlyMap<string, string> | undefined

/** What JSON can say as well, but for comments. */
const MINIFIED: FlowStyle = {
  quoting: 'double',
  nameQuoting: 'double',
  hasLists: false,
  lineEnd: '\n',
  space: '',
  indent: '',
}

export const writeYaml = (options: WriteOptions): Writer => writeTree(options, [], () => undefined)

/** A file in which all stands under some names. */
export function writeTree(
  { options, structure, style }: WriteOptions,
  under: readonly string[],
  formsOf: FormsOfEntry,
): Writer {
  const root = new NewBranch()
  let branch = root
  for (const name of under) {
    const inner = new NewBranch()
    branch.members.set(name, inner)
    branch = inner
  }
  const levels = structure === 'flat' ? 1 : MAX_LEVELS - under.length
  const hasLists = options?.['arrays'] === 'lists'
  return {
    add(entries) {
      for (const entry of entries) put(branch, entry, 'yaml', nodeOf(entry, formsOf(entry)), levels)
      return ''
    },
    *end() {
      const isInFlow = style === 'minified' || root.members.size === 0
      const printed = isInFlow
        ? printInFlow(root, { ...MINIFIED, hasLists })
        : printMembers(root, { ...STANDARD_STYLE, hasLists }, '')
      yield* pieces(printed)
      yield '\n'
    },
  }
}
