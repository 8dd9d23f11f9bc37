import { UnreadableFile } from '../remark.ts'
import { readXml } from './read-xml.ts'

/** Deeper ones would bring a file beyond what its readers take. */
const DEEPEST = 32

/** Whether a text can be the content of an element as it stands. `prefixes` are those that the file declares. */
export function isXmlContent(text: string, prefixes: ReadonlySet<string> = new Set()): boolean {
  const known = new Set([...prefixes, 'xml', 'xmlns'])
  let isFit = true
  const steps = readXml(`<x>${text}</x>`, {
    open({ name, attributes, depth }) {
      if (depth > DEEPEST) isFit = false
      const names = Object.keys(attributes)
      for (const declared of names) if (declared.startsWith('xmlns:')) known.add(declared.slice('xmlns:'.length))
      if (![name, ...names].every((some) => !some.includes(':') || known.has(some.slice(0, some.indexOf(':')))))
        isFit = false
    },
  })
  try {
    for (const _ of steps) if (!isFit) return false
  } catch (error) {
    if (error instanceof UnreadableFile) return false
    throw error
  }
  return isFit
}

/** The prefixes that a tag declares. */
export const prefixesOf = (attributes: Readonly<Record<string, string>>): string[] =>
  Object.keys(attributes).flatMap((name) => (name.startsWith('xmlns:') ? [name.slice('xmlns:'.length)] : []))
