import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { rawJson } from '../../http/written-answer.ts'
import { implement } from '../../implement.ts'
import { findStats, writeStatsByNamespace } from './stats.ts'

export const getStats = implement(contract.getStats, async ({ db }, { access, query, reply }) => {
  const { projectId, localeCodes } = access
  if (query.by === 'namespace') {
    const { json } = await writeStatsByNamespace(db, projectId, localeCodes)
    return rawJson(contract.getStats, reply, json)
  }
  const stats = await findStats(db, sql`p.id = ${projectId}`, localeCodes)
  return stats.get(projectId) ?? { keys: 0, locales: [] }
})
