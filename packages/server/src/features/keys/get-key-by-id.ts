import { contract } from '@parlance/contract'
import { type Handle, isoTimes } from '../../db/pool.ts'
import { nothing, readAs, sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { rawJson } from '../../http/written-answer.ts'
import { implement } from '../../implement.ts'
import { findContexts } from '../context/index.ts'
import { keyColumns } from './key.ts'
import { type ListedKeyRow, listedValues, writeListedKey } from './listed-key.ts'

interface DetailedKeyRow extends ListedKeyRow {
  aiContext: string | null
  commentCount: number
}

export const getKeyById = implement(contract.getKeyById, async ({ db }, { access, params, now, reply }) => {
  const key = await findKey(db, access, params.keyId)
  if (!key) throw fault('keyNotFound')
  const { id, aiContext, commentCount } = key
  const contexts = await findContexts(db, [id], now)
  const json = writeListedKey(key, { aiContext, commentCount, context: contexts.get(id) })
  return rawJson(contract.getKeyById, reply, json)
})

/** Comments are counted that the caller is shown: those about a language in use that they may see, and those about none. */
const findKey = (db: Handle, { projectId, localeCodes }: ProjectAccess, keyId: number) =>
  db.row<DetailedKeyRow>(
    readAs(
      isoTimes,
      sql`
        select ${keyColumns}, k.ai_context as "aiContext", ${listedValues(undefined, localeCodes)}, (
          select count(*) from comments c
          where c.key_id = k.id and (c.locale_id is null or exists (
            select from project_locales pl join locales l on l.id = pl.locale_id
            where pl.project_id = k.project_id and pl.locale_id = c.locale_id
              ${localeCodes ? sql`and l.code = any(${localeCodes}::text[])` : nothing}))
        ) as "commentCount"
        from keys k join namespaces n on n.id = k.namespace_id
        where k.id = ${keyId} and k.project_id = ${projectId} and k.deleted_at is null`,
    ),
  )
