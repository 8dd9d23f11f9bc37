import { messageParameters, type Parameter } from '@parlance/checks'
import type { AnswerOf } from '@parlance/sdk'

export type Impact = AnswerOf<'getTypesImpact'>['results'][number]
type Breaking = Impact['breaking'][number]

/** What a text asks for and code that runs does not give. */
export interface Problem {
  parameter: string
  /** What the text takes it as, where code gives something else; undefined: code need not give it at all. */
  type: Parameter['type'] | undefined
  /** As it stands in the text. */
  spelled: string
  deployments: readonly string[]
}

/** Each problem once, with all deployments that have it: most were built from the same code. */
export function problemsOf(breaking: readonly Breaking[], text: string): Problem[] {
  const types = new Map(messageParameters(text).map(({ name, type }) => [name, type]))
  const groups = Map.groupBy(breaking, ({ reason, parameter }) => JSON.stringify([reason, parameter]))
  return [...groups.values()].flatMap((group) => {
    const [{ reason, parameter } = {}] = group
    if (parameter === undefined) return []
    const type = types.get(parameter) ?? 'string'
    return {
      parameter,
      type: reason === 'parameter_type' ? type : undefined,
      spelled: type === 'tag' ? `<${parameter}>` : `{${parameter}}`,
      deployments: group.map(({ deployment }) => deployment),
    }
  })
}

/** Keys that code of a deployment expects. */
export interface Missed {
  deployment: string
  keys: readonly string[]
}

/** By deployment, the one that would miss the most first. */
export function missedBy(impacts: readonly Impact[]): Missed[] {
  const expected = impacts.flatMap(({ key, breaking }) => breaking.map(({ deployment }) => ({ deployment, key })))
  return [...Map.groupBy(expected, ({ deployment }) => deployment)]
    .map(([deployment, group]) => ({ deployment, keys: group.map(({ key }) => key) }))
    .sort((a, b) => b.keys.length - a.keys.length)
}
