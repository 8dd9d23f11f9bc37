import { storedKey } from '../stored-key.ts'
import { isScalar, type JsonNode } from './json-tree.ts'

/** A text of a file and, where there is one, the object that says more about it. */
export interface ToldText {
  key: string
  /** In the file, where that is too long for a key. */
  name?: string
  node: JsonNode
  about: JsonNode | undefined
}

export function toldText(name: string, node: JsonNode, about: JsonNode | undefined): ToldText {
  const key = storedKey(name)
  return { key, ...(key === name ? {} : { name }), node, about }
}

/** The text that an object has under a name: such an object is no branch of a tree of names. */
export const textMember = ({ type, members = [] }: JsonNode, name: string): JsonNode | undefined =>
  type === 'object' ? members.find((member) => member.name === name && isScalar(member)) : undefined
