import { contract } from '@parlance/contract'
import { sql } from '../../../db/sql.ts'
import { transaction } from '../../../db/transaction.ts'
import { implement } from '../../../implement.ts'
import { allowedLocales } from '../../organizations/index.ts'
import { lockMemory, writeEntries } from './write-entries.ts'

export const putMemoryEntry = implement(contract.putMemoryEntry, ({ db }, { access, params, body, now }) =>
  transaction(db, async (tx) => {
    const [locale] = await allowedLocales(tx, access, [body.targetLocaleId])
    await lockMemory(tx, params.tmId)
    const { sourceText, targetText, contextKey = null } = body
    await tx.run(
      writeEntries(
        params.tmId,
        now,
        sql`select ${locale.id}::bigint as locale_id, ${sourceText}::text as source_text,
                   ${targetText}::text as target_text, ${contextKey}::text as context_key,
                   null::bigint as source_project_id, ${access.userId}::bigint as author_id`,
      ),
    )
    return { message: 'The entry is stored.' }
  }),
)
