import { beginningOf } from '../text-file.ts'

/** More than any licence that stands above the root. */
const LOOKED_AT = 2 ** 16

/** A DOCTYPE that declares something is read over here, so that the reader of the format refuses it for that. */
const BEFORE_ROOT = /\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\][^>[]*)?>/sy
const ROOT = /<([^\s<>/]+)([^<>]*)/y

export interface RootElement {
  name: string
  /** As they are written. */
  attributes: string
}

/** With which element a file begins, if it is XML at all. Whether the rest of it is well-formed is found when it is read. */
export function rootElementOf(bytes: Uint8Array): RootElement | undefined {
  const text = beginningOf(bytes, LOOKED_AT)
  let at = 0
  while (true) {
    BEFORE_ROOT.lastIndex = at
    if (!BEFORE_ROOT.test(text)) break
    at = BEFORE_ROOT.lastIndex
  }
  ROOT.lastIndex = at
  const [, name, attributes = ''] = ROOT.exec(text) ?? []
  return name === undefined ? undefined : { name, attributes }
}
