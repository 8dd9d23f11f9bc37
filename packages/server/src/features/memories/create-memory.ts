import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { assertRoomFor } from '../../http/quota.ts'
import { implement } from '../../implement.ts'
import { allowedLocales } from '../organizations/index.ts'
import { findMemory, presentMemory } from './memory.ts'

export const createMemory = implement(contract.createMemory, ({ db, config }, { access, body, now }) =>
  transaction(db, async (tx) => {
    const { organizationId } = access
    const { name, description = null, isShared = false, onlyApproved = false } = body
    const [locale] = await allowedLocales(tx, access, [body.sourceLocaleId])
    await tx.run(sql`select 1 from organizations where id = ${organizationId} for no key update`)
    const { current } = await tx.one<{ current: number }>(sql`
      select count(*) as current from memories where organization_id = ${organizationId}`)
    assertRoomFor(config.quotas, 'memories', current)
    const created = await tx.one<{ id: number }>(sql`
      insert into memories (organization_id, name, description, source_locale_id, is_shared, auto_populate,
                            only_approved, created_at, updated_at)
      values (${organizationId}, ${name}, ${description}, ${locale.id}, ${isShared}, true, ${onlyApproved}, ${now},
              ${now})
      returning id`)
    return presentMemory(await findMemory(tx, access, created.id))
  }),
)
