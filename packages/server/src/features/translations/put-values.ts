import { contract, type Status } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { assertHolds, namedLocale, type ProjectAccess } from '../../http/access.ts'
import { wrongField } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import type { Services } from '../../services.ts'
import { reviewGate } from '../checks/index.ts'
import { enabledLocales, takeTurnOfMany } from '../projects/index.ts'
import { type Expected, expectationOf } from './expectation.ts'
import { findFaulty } from './faulty.ts'
import { refreshParameters } from './parameters.ts'
import { hasErrors, tooLong } from './refusal.ts'
import { writeValuesFrom } from './write-values.ts'

interface Sent {
  keyId: number
  locale: string
  value?: string
  status?: Status
  expectedUpdatedAt?: string | null
}

interface Wanted {
  keyId: number
  localeId: number
  locale: string
  value: string | undefined
  status: Status | undefined
  expected: Expected
}

interface Stored {
  /** Null: no such key. */
  key: string | null
  value: string | null
  /** Null: no such value. */
  status: Status | null
  updatedAt: Date | null
  updatedBy: number | null
}

type Refused = {
  reason: 'key_not_found' | 'value_changed' | 'value_too_long' | 'qa_errors' | 'no_value'
  message: string
}

interface Judged {
  wanted: Wanted
  before: Stored
  refused: Refused | undefined
}

/**
 * Whoever has read some values and thought about them, a program that translates above all: the others' newer texts stay,
 * and what was done can be named, and taken back, as one range. What is already as it should be is no conflict, so the
 * same request may be sent twice.
 */
export const putValues = implement(contract.putValues, (services, { access, body }) => {
  if (body.values.some(({ status }) => status === 'translated')) assertHolds(access, 'translation.review')
  return transaction(services.db, async (tx) => {
    const wanted = await resolve(tx, access, body.values)
    const judged = await judge(tx, services, access, wanted)
    const { tooLongAt, changes } = await write(tx, access, judged)
    const after = await readStored(tx, access.projectId, wanted)
    const results = judged.map(({ wanted: { keyId, locale }, before, refused: early }, at) => {
      const refused = early ?? tooLongAt(keyId, locale)
      const now = after[at] ?? before
      const isWritten = now.updatedAt?.getTime() !== before.updatedAt?.getTime()
      return {
        keyId,
        key: before.key,
        locale,
        outcome: refused ? ('refused' as const) : isWritten ? ('written' as const) : ('unchanged' as const),
        reason: refused?.reason ?? null,
        message: refused?.message ?? null,
        before: present(access, before),
        after: present(access, now),
      }
    })
    return { results, changes }
  })
})

/** Each language of a key once, in the spelling of the project. */
async function resolve(tx: Transaction, access: ProjectAccess, sent: readonly Sent[]): Promise<Wanted[]> {
  const codes = sent.map(({ locale }) => namedLocale(access, locale))
  const locales = await enabledLocales(tx, access, [...new Set(codes)])
  const idOf = new Map(locales.map(({ id, code }) => [code, id]))
  const seen = new Set<string>()
  return sent.map(({ keyId, value, status, expectedUpdatedAt }, at) => {
    const locale = codes[at] ?? ''
    const name = `${keyId} ${locale}`
    if (seen.has(name)) throw wrongField(`values.${at}`, `This language of this key stands in \`values\` before.`)
    if (value === undefined && status === undefined)
      throw wrongField(`values.${at}`, `\`values.${at}\` needs a \`value\` or a \`status\`.`)
    seen.add(name)
    return { keyId, localeId: idOf.get(locale) ?? 0, locale, value, status, expected: expectationOf(expectedUpdatedAt) }
  })
}

/** Locks the keys, in the order of their ids, and holds what is there against what is wanted. */
async function judge(tx: Transaction, services: Services, access: ProjectAccess, wanted: readonly Wanted[]) {
  await takeTurnOfMany(tx, access.projectId)
  await tx.run(sql`
    select 1 from keys
    where id = any(${wanted.map(({ keyId }) => keyId)}::bigint[]) and project_id = ${access.projectId}
      and deleted_at is null
    order by id for no key update`)
  const stored = await readStored(tx, access.projectId, wanted)
  const judged = wanted.map((one, at): Judged => {
    const before = stored[at] ?? NOTHING
    return { wanted: one, before, refused: refusalOf(one, before) }
  })
  const gate = reviewGate(services, access)
  if (!gate) return judged
  const sound = judged.flatMap(({ wanted: one, before, refused }) =>
    refused || before.key === null ? [] : [{ ...one, key: before.key }],
  )
  const faulty = await findFaulty(tx, access.by, gate, sound)
  return judged.map((one): Judged => {
    const found = faulty.find(({ keyId, locale }) => keyId === one.wanted.keyId && locale === one.wanted.locale)
    return found ? { ...one, refused: { reason: 'qa_errors', message: hasErrors(found.errors) } } : one
  })
}

const NOTHING: Stored = { key: null, value: null, status: null, updatedAt: null, updatedBy: null }

function refusalOf(wanted: Wanted, stored: Stored): Refused | undefined {
  const { value: text = stored.value, status, expected } = wanted
  if (stored.key === null) return { reason: 'key_not_found', message: 'Key not found' }
  const isThere = stored.status !== null
  if (isThere && text === stored.value && (status ?? stored.status) === stored.status) return undefined
  if (expected !== undefined && stored.updatedAt?.getTime() !== expected?.getTime())
    return { reason: 'value_changed', message: 'The value is another than the one that was seen' }
  // Nothing that has no text can be translated or wait for review.
  const needsText = status === 'translated' || status === 'not_reviewed'
  if ((wanted.value === undefined && !isThere) || (needsText && (text ?? '') === ''))
    return { reason: 'no_value', message: 'No value in this locale' }
  return undefined
}

/** In the order of what is wanted. */
const readStored = (tx: Transaction, projectId: number, wanted: readonly Wanted[]) =>
  tx.rows<Stored>(sql`
    select k.name as key, t.value, t.status, t.updated_at as "updatedAt", t.updated_by as "updatedBy"
    from unnest(
      ${wanted.map(({ keyId }) => keyId)}::bigint[],
      ${wanted.map(({ localeId }) => localeId)}::bigint[]
    ) with ordinality as w (key_id, locale_id, position)
    left join keys k on k.id = w.key_id and k.project_id = ${projectId} and k.deleted_at is null
    left join translations t on t.key_id = k.id and t.locale_id = w.locale_id
    order by w.position`)

async function write(tx: Transaction, { by }: ProjectAccess, judged: readonly Judged[]) {
  const sound = judged.filter(({ refused }) => !refused)
  if (sound.length === 0) return { tooLongAt: () => undefined, changes: null }
  const { refused, changes } = await writeValuesFrom(
    tx,
    by,
    sql`
    select * from unnest(
      ${sound.map(({ wanted }) => wanted.keyId)}::bigint[],
      ${sound.map(({ wanted }) => wanted.localeId)}::bigint[],
      ${sound.map(({ wanted, before }) => wanted.value ?? before.value)}::text[],
      ${sound.map(({ wanted }) => wanted.status ?? null)}::text[]
    ) as v (key_id, locale_id, value, status)`,
  )
  const ofSource = sound.filter(({ wanted }) => wanted.localeId === by.sourceLocaleId)
  if (ofSource.length > 0)
    await refreshParameters(
      tx,
      by,
      ofSource.map(({ wanted }) => wanted.keyId),
    )
  const tooLongAt = (keyId: number, locale: string): Refused | undefined => {
    const found = refused.find((one) => one.keyId === keyId && one.locale === locale)
    if (found?.reason !== 'too_long') return undefined
    return { reason: 'value_too_long', message: tooLong('The value', found.limit) }
  }
  return { tooLongAt, changes }
}

function present({ permissions }: ProjectAccess, { value, status, updatedAt, updatedBy }: Stored) {
  if (status === null || updatedAt === null) return null
  return {
    value: permissions.has('translation.view') ? value : null,
    status,
    updatedAt: updatedAt.toISOString(),
    updatedBy,
  }
}
