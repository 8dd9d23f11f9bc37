import { breakingChanges, messageParameters, type Parameter } from '@parlance/checks'
import { type Body, contract, type ResponseBody, type Syntax } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { jsonPieces } from '../../json/pieces.ts'
import { eachInTurns } from '../../turns.ts'

type Change = Body<typeof contract.getTypesImpact>['changes'][number]
type Result = ResponseBody<typeof contract.getTypesImpact>['results'][number]

/** What a deployment expects of a key that is to change, and how that key's texts are read. */
interface Expectation {
  position: number
  deployment: string
  params: Parameter[]
  syntax: Syntax | null
  isPlural: boolean
}

export const getTypesImpact = implement(contract.getTypesImpact, async ({ db }, { access, body }) => {
  const expectations = Map.groupBy(await findExpectations(db, access, body.changes), ({ position }) => position)
  const results: Result[] = []
  await eachInTurns(body.changes.entries(), ([at, change]) => {
    results.push(resultOf(change, expectations.get(at + 1) ?? []))
  })
  return { results }
})

function resultOf({ namespace, key, value }: Change, expectations: readonly Expectation[]): Result {
  const breaking = expectations.flatMap(({ deployment, params, ...read }) =>
    breakingChanges(params, value === null ? null : parametersOf(value, read)).map((change) => ({
      deployment,
      ...change,
    })),
  )
  return { namespace, key, breaking }
}

/** Of another syntax than ICU only plurals are messages, and what looks like a tag in them is text. */
function parametersOf(value: string, { syntax, isPlural }: Pick<Expectation, 'syntax' | 'isPlural'>): Parameter[] {
  if ((syntax ?? 'icu') === 'icu') return messageParameters(value)
  return isPlural ? messageParameters(value).filter(({ type }) => type !== 'tag') : []
}

/** Whoever may not see the source language is told of no key what its texts ask for. */
async function findExpectations(db: Handle, access: ProjectAccess, changes: readonly Change[]): Promise<Expectation[]> {
  const { projectId, sourceLocaleId, localeCodes } = access
  const named = changes.map(({ namespace, key }, at) => ({ position: at + 1, namespace, key }))
  const json = Buffer.concat(await jsonPieces(named)).toString()
  return db.rows<Expectation>(sql`
    select c.position, d.deployment, d.params, k.syntax, coalesce(k.is_plural, false) as "isPlural"
    from json_to_recordset(${json}) as c (position int, namespace text, key text)
    join deployment_keys d
      on d.project_id = ${projectId} and d.name_hash = sha256(convert_to(c.key, 'UTF8')) and d.namespace = c.namespace
    left join namespaces n on n.project_id = ${projectId} and n.name = c.namespace and n.deleted_at is null
    left join keys k on k.namespace_id = n.id and k.name_hash = d.name_hash and k.deleted_at is null
    where ${localeCodes}::text[] is null
      or exists (select 1 from locales where id = ${sourceLocaleId} and code = any(${localeCodes}::text[]))
    order by c.position, d.deployment collate "C"`)
}
