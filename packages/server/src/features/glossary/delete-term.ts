import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { holdGlossary, raiseRevision } from './glossary.ts'

export const deleteTerm = implement(contract.deleteTerm, ({ db }, { access, params, now }) =>
  transaction(db, async (tx) => {
    const glossary = await holdGlossary(tx, access.organizationId, now)
    const gone = await tx.run(sql`
      with gone as (delete from terms where id = ${params.termId} and glossary_id = ${glossary.id} returning id)
      insert into deleted_terms (glossary_id, revision, term_id)
      select ${glossary.id}, ${glossary.revision}, id from gone`)
    if (gone === 0) throw fault('termNotFound')
    await raiseRevision(tx, glossary, now)
  }),
)
