import { messageParameters, type Parameter } from '@parlance/checks'

/** A key and what its text in the source language asks for. */
export interface TypedKey {
  namespace: string
  key: string
  params: Parameter[]
}

interface SourceText {
  value: string
  isPlural?: boolean
  syntax?: string | null
}

/** As the service reads it: of another syntax than ICU only plurals are messages, and what looks like a tag in them is text. */
export function parametersOf({ value, isPlural = false, syntax }: SourceText): Parameter[] {
  if ((syntax ?? 'icu') === 'icu') return messageParameters(value)
  return isPlural ? messageParameters(value).filter(({ type }) => type !== 'tag') : []
}
