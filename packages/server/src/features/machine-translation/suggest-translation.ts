import { contract } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { searcherOf } from '../../http/searcher.ts'
import { implement } from '../../implement.ts'
import { JobFailure } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { chosenLanguages } from './chosen-languages.ts'
import { providerOf } from './providers/index.ts'
import type { Languages } from './providers/provider.ts'
import {
  type Budget,
  type KeyToTranslate,
  type Outcome,
  outcomeOf,
  translateOne,
  writingColumns,
} from './translate-keys.ts'
import { charactersOf, giveBack, spend } from './usage.ts'

/** Somebody is waiting. A provider has less time here than in a job. */
const PATIENCE_MS = 30_000

/** What the machine would write into a key. What lost a placeholder, and what it cannot say, is no suggestion. */
export const suggestTranslation = implement(
  contract.suggestTranslation,
  async (services, { access, body, now, reply }) => {
    const languages = await languagesOf(services.db, access, body.targetLocaleCode)
    const key = await findKey(services.db, languages, body.keyId)
    if (!key.source) return { suggestions: [] }
    const gone = searcherOf(access, reply).signal
    const outcome = await translate(services, key, languages, budgetOf(services, access, now), gone)
    const { provider } = services.config.machineTranslation
    return { suggestions: outcome.kind === 'translated' ? [{ text: outcome.value, provider }] : [] }
  },
)

async function languagesOf(db: Handle, access: ProjectAccess, sent: string): Promise<Languages> {
  const { source, targets } = await chosenLanguages(db, access, undefined, [sent])
  const [target] = targets
  if (!target) throw fault('localeNotEnabled')
  const ids = { sourceLocaleId: source.id, targetLocaleId: target.id }
  return { projectId: access.projectId, ...ids, source: source.code, target: target.code }
}

async function findKey(db: Handle, { projectId, sourceLocaleId }: Languages, keyId: number): Promise<KeyToTranslate> {
  const key = await db.row<KeyToTranslate>(sql`
    select k.id as "keyId", k.name as key, s.value as source, ${writingColumns}, false as "hasTarget",
           nullif(concat_ws(E'\n', k.description, k.ai_context), '') as context
    from keys k
    left join translations s on s.key_id = k.id and s.locale_id = ${sourceLocaleId}
    where k.id = ${keyId} and k.project_id = ${projectId} and k.deleted_at is null`)
  if (!key) throw fault('keyNotFound')
  return key
}

async function translate(
  { db, config, tracing }: Services,
  key: KeyToTranslate,
  languages: Languages,
  budget: Budget,
  gone: AbortSignal,
): Promise<Outcome> {
  const provider = providerOf(config, tracing)
  if (provider.kind === 'library') {
    const text = { text: key.source ?? '', key: key.key ?? '', context: key.context }
    const [found] = await provider.find(db, [text], languages)
    return outcomeOf(key, found ?? null)
  }
  const within = AbortSignal.timeout(PATIENCE_MS)
  try {
    const outcome = await translateOne(provider, key, languages, budget, AbortSignal.any([gone, within]))
    if (outcome.kind === 'failed' && outcome.type === 'insufficient_credits') throw fault('providerFailed')
    return outcome
  } catch (error) {
    throw error instanceof JobFailure || (within.aborted && !gone.aborted) ? fault('providerFailed') : error
  }
}

/** The budget of the jobs, too. One that does not suffice is told to whoever asked. */
const budgetOf = ({ db, config }: Services, { organizationId }: ProjectAccess, now: Date): Budget => ({
  async spend(characters) {
    const { monthlyCharacters: limit } = config.machineTranslation
    if (await spend(db, organizationId, now, characters, limit)) return true
    const current = await charactersOf(db, organizationId, now)
    throw fault('charactersSpent', { metric: 'machineTranslationCharacters', current, limit })
  },
  giveBack: (characters) => giveBack(db, organizationId, now, characters),
})
