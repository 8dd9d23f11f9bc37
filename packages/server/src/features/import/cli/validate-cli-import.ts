import { contract, type ResponseBody } from '@parlance/contract'
import { sql } from '../../../db/sql.ts'
import { transaction } from '../../../db/transaction.ts'
import { implement } from '../../../implement.ts'
import { eachInTurns } from '../../../turns.ts'
import { findNamespaceIds } from '../plan/namespaces.ts'
import { planned, readPlan } from '../plan/plan.ts'
import { allowLongStatements, preferHashJoins } from '../plan/planner-settings.ts'
import { deleteSession } from '../session.ts'
import { oddWarnings } from './odd-texts.ts'
import { assertLocales, stagePayload } from './stage-payload.ts'
import { setTooLongAside } from './too-long.ts'

type Shown = ResponseBody<typeof contract.validateCliImport>['conflicts'][number]

interface Counted {
  translations: number
  keys: number
  existing: number
}

export const validateCliImport = implement(contract.validateCliImport, ({ db }, { access, body }) => {
  const { namespaces: payload } = body
  assertLocales(access, payload)
  return transaction(db, async (tx) => {
    await allowLongStatements(tx)
    const namespaceIds = await findNamespaceIds(tx, access.projectId, payload.names())
    const { sessionId, files, odd, warnings: dropped } = await stagePayload(tx, access.by, payload, namespaceIds)
    await preferHashJoins(tx, sessionId)
    const { conflicts, warnings: tooLong } = setTooLongAside(await readPlan(tx, sessionId, files), files)
    const { translations, keys, existing } = await tx.one<Counted>(sql`
      select count(*) as translations, count(distinct (r.namespace_id, r.name)) as keys,
             count(distinct r.key_id) as existing
      from (${planned(sessionId, files)}) r
      where r.exceeded is null or r.outcome = 'skipped'`)
    await deleteSession(tx, sessionId)
    const byPosition = new Map(files.map((file) => [file.position, file]))
    const mayRead = access.permissions.has('translation.view')
    const shown: Shown[] = []
    await eachInTurns(conflicts, ({ position, key, existingValue, newValue }) => {
      const { namespace = '', locale = '' } = byPosition.get(position) ?? {}
      shown.push({ key, namespace, locale, localValue: newValue, serverValue: mayRead ? existingValue : null })
    })
    return {
      valid: conflicts.length === 0,
      stats: { totalKeys: keys, newKeys: keys - existing, existingKeys: existing, totalTranslations: translations },
      conflicts: shown,
      warnings: [...dropped, ...(await oddWarnings(tx, odd, body.keys)), ...tooLong],
    }
  })
})
