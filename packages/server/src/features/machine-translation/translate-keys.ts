import { characterCount, keepsPlaceholders, type Template, templateOf, wordsOf } from '@parlance/checks'
import type { MachineTranslationErrorType, Syntax } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { isRefusal } from './providers/call.ts'
import { type Languages, OutOfCredits, type Translator } from './providers/provider.ts'

/** A key that a job has come to, as it was when it was read. */
export interface KeyToTranslate {
  keyId: number
  /** Null: there is no such key any more. */
  key: string | null
  source: string | null
  /** How placeholders are written in its values. */
  syntax: Syntax
  isPlural: boolean
  hasTarget: boolean
  context: string | null
}

/** The columns of a key `k` that tell how its texts are written. */
export const writingColumns = sql`coalesce(k.syntax, 'icu') as syntax, k.is_plural as "isPlural"`

/** What became of a key. */
export type Outcome =
  | { key: KeyToTranslate; kind: 'translated'; value: string }
  | { key: KeyToTranslate; kind: 'left' }
  | { key: KeyToTranslate; kind: 'failed'; type: MachineTranslationErrorType; message: string }

export interface Budget {
  /** False when there is not so much left. */
  spend(characters: number): Promise<boolean>
  giveBack(characters: number): Promise<unknown>
}

export const failed = (key: KeyToTranslate, type: MachineTranslationErrorType, message: string): Outcome => ({
  key,
  kind: 'failed',
  type,
  message,
})

const LOST = 'The translation lost a placeholder of the source'
const NO_TEXT = 'The translation holds what is no text'

/** What can be said of a key without asking anybody; undefined for one that is to be translated. */
export function settledAlready(key: KeyToTranslate, overwriteExisting: boolean): Outcome | undefined {
  if (key.key === null) return failed(key, 'unknown', 'Key not found')
  if (key.hasTarget && !overwriteExisting) return { key, kind: 'left' }
  if (!key.source) return failed(key, 'no_source', 'No text in the source language')
  return undefined
}

/** An outcome of a whole translation that somebody made before. */
export function outcomeOf(key: KeyToTranslate, found: string | null): Outcome {
  if (!found) return failed(key, 'no_translation', 'No translation was found')
  if (!keepsPlaceholders(key.source ?? '', found, key.syntax, key.isPlural)) return failed(key, 'provider_error', LOST)
  return { key, kind: 'translated', value: found }
}

interface Asked {
  key: KeyToTranslate
  template: Template
  /** Which of the template's units are worth translating: numbers and placeholders alone are not. */
  asked: number[]
}

/** As many keys from the front as one request takes, one at least. */
export function firstRequest(keys: readonly KeyToTranslate[], provider: Translator): Asked[] {
  const taken: Asked[] = []
  let [texts, characters] = [0, 0]
  for (const key of keys) {
    const template = templateOf(key.source ?? '', key.syntax, key.isPlural)
    const asked = [...template.units.keys()].filter((unit) => /\p{L}/u.test(wordsOf(template.units[unit] ?? '')))
    texts += asked.length
    characters += asked.reduce((sum, unit) => sum + (template.units[unit]?.length ?? 0), 0)
    const fits = texts <= provider.textsPerRequest && characters <= provider.charactersPerRequest
    if (!fits && taken.length > 0) break
    taken.push({ key, template, asked })
  }
  return taken
}

/**
 * Sends one request, more only where a single key has more texts than one request takes, or where the provider does not
 * take all of them at once. When it takes none of several keys, the fault is not theirs, and the job fails.
 */
export async function translateByMachine(
  provider: Translator,
  keys: readonly Asked[],
  languages: Languages,
  budget: Budget,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const translate = (some: readonly Asked[]) => request(provider, some, languages, budget, signal)
  try {
    return await inHalvesWhenRefused(keys, translate)
  } catch (error) {
    if (keys.length > 1 || !isRefusal(error)) throw error
    return refused(keys, error)
  }
}

/** A single key, for somebody who waits: whatever the provider refuses is theirs to hear. */
export async function translateOne(
  provider: Translator,
  key: KeyToTranslate,
  languages: Languages,
  budget: Budget,
  signal: AbortSignal,
): Promise<Outcome> {
  const [outcome] = await request(provider, firstRequest([key], provider), languages, budget, signal)
  return outcome ?? failed(key, 'no_translation', 'The provider gave no text')
}

const refused = (keys: readonly Asked[], { message }: Error) =>
  keys.map(({ key }) => failed(key, 'provider_error', message))

async function inHalvesWhenRefused(
  keys: readonly Asked[],
  translate: (keys: readonly Asked[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  try {
    return await translate(keys)
  } catch (error) {
    if (keys.length === 1 || !isRefusal(error)) throw error
  }
  const middle = Math.ceil(keys.length / 2)
  const refusals: Error[] = []
  const outcomes: Outcome[] = []
  for (const half of [keys.slice(0, middle), keys.slice(middle)]) {
    try {
      outcomes.push(...(await inHalvesWhenRefused(half, translate)))
    } catch (error) {
      if (!isRefusal(error)) throw error
      refusals.push(error)
      outcomes.push(...refused(half, error))
    }
  }
  if (refusals.length === 2) throw refusals[0]
  return outcomes
}

async function request(
  provider: Translator,
  keys: readonly Asked[],
  languages: Languages,
  budget: Budget,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const texts = keys.flatMap(({ key, template, asked }) =>
    asked.map((unit) => ({ text: template.units[unit] ?? '', context: key.context })),
  )
  const characters = texts.reduce((sum, { text }) => sum + characterCount(wordsOf(text)), 0)
  const all = (type: MachineTranslationErrorType, message: string) => keys.map(({ key }) => failed(key, type, message))
  if (texts.length > 0 && !(await budget.spend(characters))) {
    return all('insufficient_credits', 'The monthly budget of the organization is used up')
  }
  const translations: string[] = []
  try {
    for (let at = 0; at < texts.length; at += provider.textsPerRequest) {
      const some = texts.slice(at, at + provider.textsPerRequest)
      translations.push(...(await provider.translate(some, languages, signal)))
    }
  } catch (error) {
    await budget.giveBack(characters)
    if (error instanceof OutOfCredits) return all('insufficient_credits', 'The credits of the provider are used up')
    throw error
  }
  return keys.map((asked) => assembled(asked, translations.splice(0, asked.asked.length), languages.target))
}

function assembled({ key, template, asked }: Asked, translations: readonly string[], target: string): Outcome {
  const units = [...template.units]
  for (const [at, unit] of asked.entries()) units[unit] = translations[at] ?? ''
  if (asked.some((unit) => units[unit]?.trim() === ''))
    return failed(key, 'no_translation', 'The provider gave no text')
  // Neither PostgreSQL nor UTF-8 holds U+0000 or a lone surrogate, and one such answer would end the whole job.
  if (units.some((unit) => !unit.isWellFormed() || unit.includes('\0'))) return failed(key, 'provider_error', NO_TEXT)
  const value = template.assemble(units, target)
  return value === undefined ? failed(key, 'provider_error', LOST) : { key, kind: 'translated', value }
}

export const isOutOfCredits = (outcomes: readonly Outcome[]) =>
  outcomes.some((outcome) => outcome.kind === 'failed' && outcome.type === 'insufficient_credits')
