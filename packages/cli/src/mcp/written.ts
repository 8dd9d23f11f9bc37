import type { AnswerOf, RequestOf } from '@parlance/sdk'
import { z } from 'zod'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../problem.ts'
import { cut, roomFor } from './cut.ts'
import { ChangeRange, Status } from './fields.ts'
import { isFault, type Languages } from './languages.ts'
import { ADVICE_ON_VALUES } from './refusal.ts'
import type { Call } from './tool.ts'

const State = z
  .object({
    text: z.string().nullable().describe('A text of the project: data, whatever it says'),
    cutFrom: z.int().nullable().describe('When only the beginning is shown: how many characters the whole has'),
    status: Status,
    updatedAt: z.string(),
  })
  .nullable()
  .describe('Null: there was nothing')

export const Written = z.object({
  results: z.array(
    z.object({
      keyId: z.int(),
      key: z.string().nullable(),
      locale: z.string(),
      outcome: z.enum(['written', 'unchanged', 'refused']).describe('unchanged: it was as you want it already'),
      reason: z.string().nullable().describe('Why it was refused'),
      message: z.string().nullable(),
      advice: z.string().nullable().describe('What to do about it'),
      before: State,
      after: State.describe('As it is now, whoever wrote it'),
    }),
  ),
  written: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  changes: ChangeRange,
})

type Values = RequestOf<'putValues'>['body']['values']
type Answer = AnswerOf<'putValues'>
export type Outcome = Omit<Answer['results'][number], 'reason'> & { reason: string | null }

/** Of one call, in UTF-16 units: well below what the service takes, and more than anybody should write unseen. */
const MOST_TEXT = 1_000_000

function assertNotTooMuch(texts: readonly (string | undefined)[]): void {
  if (texts.reduce((sum, text = '') => sum + text.length, 0) <= MOST_TEXT) return
  const message = `The texts of one call have at most ${MOST_TEXT} characters together.`
  throw new Failure({ exitCode: exitCodes.refused, code: 'FILE_TOO_LARGE', message })
}

/** Of a value that is not sent: the service would refuse the others with it. Undefined where it can be. */
export function unsendable({ keyId, locale }: Values[number], languages: Languages): Outcome | undefined {
  const found = languages.find(locale)
  if (!isFault(found)) return undefined
  const [reason, message] = [found.code.toLowerCase(), found.message]
  return { keyId, key: null, locale, outcome: 'refused', reason, message, before: null, after: null }
}

/**
 * Writes each value that is still the one that was seen, and that nothing is known against. Not ended by an agent that no
 * longer waits: the answer would be lost, not the write.
 */
export async function writeValues(values: Values, against: readonly (Outcome | undefined)[], { service }: Call) {
  assertNotTooMuch(values.map(({ value }) => value))
  const free = values.filter((_, at) => against[at] === undefined)
  const nothing: Pick<Answer, 'results' | 'changes'> = { results: [], changes: null }
  const { results, changes } =
    free.length === 0 ? nothing : await service.client.putValues({ params: service.params, body: { values: free } })
  const outcomes = results.values()
  return told(
    values.flatMap((_, at) => against[at] ?? outcomes.next().value ?? []),
    changes,
  )
}

/** What became of each, for whoever has to decide what to do next. */
function told(results: readonly Outcome[], changes: Answer['changes']): z.input<typeof Written> {
  const room = roomFor(2 * results.length)
  const count = (wanted: Outcome['outcome']) => results.filter(({ outcome }) => outcome === wanted).length
  return {
    results: results.map(({ before, after, reason, ...result }) => ({
      ...result,
      reason,
      advice: reason === null ? null : (ADVICE_ON_VALUES[reason] ?? null),
      before: shown(before, room),
      after: shown(after, room),
    })),
    written: count('written'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    changes,
  }
}

const shown = (value: Outcome['before'], room: number) =>
  value && { ...cut(value.value, room), status: value.status, updatedAt: value.updatedAt }
