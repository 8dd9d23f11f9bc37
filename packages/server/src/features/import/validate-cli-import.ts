import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../http/implement.ts'
import { takeTime } from './patience.ts'
import { findNamespaceIds } from './places.ts'
import { planned, readPlan } from './plan.ts'
import { deleteSession } from './session.ts'
import { assertLocales, stagePayload } from './stage-payload.ts'

interface Counted {
  translations: number
  keys: number
  existing: number
}

export const validateCliImport = implement(contract.validateCliImport, ({ db }, { access, body, now }) => {
  const { namespaces: payload } = body
  assertLocales(access, payload)
  return transaction(db, async (tx) => {
    await takeTime(tx)
    const namespaceIds = await findNamespaceIds(tx, access.projectId, Object.keys(payload))
    const { sessionId, files, warnings } = await stagePayload(tx, access, now, payload, namespaceIds)
    const { conflicts } = await readPlan(tx, sessionId, files)
    const counted = await tx.row<Counted>(sql`
      select count(*) as translations, count(distinct (r.namespace_id, r.name)) as keys,
             count(distinct r.key_id) as existing
      from (${planned(sessionId, files)}) r`)
    await deleteSession(tx, sessionId)
    const { translations = 0, keys = 0, existing = 0 } = counted ?? {}
    const byPosition = new Map(files.map((file) => [file.position, file]))
    return {
      valid: conflicts.length === 0,
      stats: { totalKeys: keys, newKeys: keys - existing, existingKeys: existing, totalTranslations: translations },
      conflicts: conflicts.map(({ position, key, existingValue, newValue }) => ({
        key,
        namespace: byPosition.get(position)?.namespace ?? '',
        locale: byPosition.get(position)?.locale ?? '',
        localValue: newValue,
        serverValue: existingValue,
      })),
      warnings,
    }
  })
})
