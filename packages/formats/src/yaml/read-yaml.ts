import type { ReadOptions, ReadPart } from '../format.ts'
import { Lines } from '../lines.ts'
import { UnreadableFile } from '../remark.ts'
import { withPauses } from '../steps.ts'
import { decodeText } from '../text-file.ts'
import { TreeEntries, type TreeOptions } from '../tree/tree-entries.ts'
import { BlockReader } from './block-reader.ts'
import { NodeTeller } from './node-teller.ts'
import { type NodesOptions, YamlNodes } from './yaml-nodes.ts'

const PAUSE: ReadPart = { entries: [], nodes: 0 }

/** How a kind of file understands its tree. */
export type YamlTree = Pick<TreeOptions, 'syntax' | 'localeOf' | 'pluralOf'> & Pick<NodesOptions, 'isLocale'>

type Told = Pick<BlockReader, 'notes' | 'otherDocument'> & Pick<YamlNodes, 'referred'>

/** Tells the tree what a text says. Returns what was noticed for those who change it. */
export function* tellYaml(
  text: string,
  tree: TreeEntries,
  lines: Lines,
  isLocale: NodesOptions['isLocale'],
): Generator<void, Told, void> {
  const placed = (code: 'syntax_error' | 'unsafe_yaml') => (message: string, at: number) => {
    const { line, column } = lines.at(at)
    throw new UnreadableFile(code, `${message} (line ${line}, column ${column})`, { line, column })
  }
  const teller = new NodeTeller(tree, placed('unsafe_yaml'))
  const nodes = new YamlNodes(teller, { text, isLocale, refuse: placed('syntax_error') })
  const reader = new BlockReader(text, nodes, lines)
  yield* reader.read()
  return { notes: reader.notes, otherDocument: reader.otherDocument, referred: nodes.referred }
}

/** The texts of a file. Nothing of it is run, and what an alias stands for is counted. */
export function* readTree(
  bytes: Uint8Array,
  { remark }: ReadOptions,
  { isLocale, ...kind }: YamlTree,
): Generator<ReadPart, void, void> {
  const { text } = yield* withPauses(decodeText(bytes), PAUSE)
  const lines = new Lines(text)
  const entries = new TreeEntries({ remark, lines, family: 'yaml', ...kind })
  const telling = tellYaml(text, entries, lines, isLocale)
  let told = telling.next()
  for (; !told.done; told = telling.next()) yield entries.take()
  yield entries.take()
  const { otherDocument } = told.value
  if (otherDocument === undefined) return
  const message = 'A file gives the texts of one document: this is another'
  remark({ severity: 'warning', code: 'unsupported_entry', message, ...lines.at(otherDocument) })
}
