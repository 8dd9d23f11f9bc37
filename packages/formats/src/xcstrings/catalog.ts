import type { JsonNode } from '../json/json-tree.ts'
import { UnreadableFile } from '../remark.ts'
import { storedKey } from '../stored-key.ts'

/** The parts of a file in which its texts stand. */
export interface Catalog {
  sourceLanguage: string | undefined
  strings: JsonNode
}

export function catalogOf(root: JsonNode): Catalog {
  const strings = objectIn(root, 'strings')
  if (!strings) throw new UnreadableFile('syntax_error', 'There is no object "strings" in the file')
  return { sourceLanguage: textIn(root, 'sourceLanguage'), strings }
}

/** What a file says of a key beside its texts. */
export interface CatalogKey {
  node: JsonNode
  /** Under which it is stored. */
  key: string
  comment: string | undefined
  extractionState: string | undefined
  isTranslatable: boolean
  localizations: readonly JsonNode[]
}

export function catalogKey(node: JsonNode): CatalogKey {
  return {
    node,
    key: storedKey(node.name),
    comment: textIn(node, 'comment'),
    extractionState: textIn(node, 'extractionState'),
    isTranslatable: memberOf(node, 'shouldTranslate')?.text !== 'false',
    localizations: objectIn(node, 'localizations')?.members ?? [],
  }
}

/** To look at a key takes as long as so many characters do, however short it is. */
export const KEY = 2 ** 6

/** Of a key that was made by hand. Xcode finds the others in the code, and may take them away again. */
export const MANUAL = 'manual'

/** Of members with one name the first counts. */
export const memberOf = (node: JsonNode | undefined, name: string): JsonNode | undefined =>
  node?.type === 'object' ? node.members?.find((member) => member.name === name) : undefined

export function objectIn(node: JsonNode | undefined, name: string): JsonNode | undefined {
  const member = memberOf(node, name)
  return member?.type === 'object' ? member : undefined
}

export function textIn(node: JsonNode, name: string): string | undefined {
  const member = memberOf(node, name)
  return member?.type === 'string' ? member.text : undefined
}
