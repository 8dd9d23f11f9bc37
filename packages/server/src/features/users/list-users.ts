import { contract } from '@parlance/contract'
import { nothing, sql } from '../../db/sql.ts'
import { containing } from '../../db/substring.ts'
import { implement } from '../../implement.ts'
import { assertAdministrator } from './administrators.ts'
import { findUsers, presentInstanceUser } from './user.ts'

export const listUsers = implement(
  contract.listUsers,
  async ({ db, cursors }, { query }) => {
    const { limit = 50, search, cursor } = query
    const boundTo = ['listUsers', search || null]
    const last = cursor === undefined ? undefined : cursors.read<[number]>(boundTo, cursor)
    const found = await findUsers(
      db,
      sql`where true ${search ? named(search) : nothing} ${last ? sql`and u.id > ${last[0]}` : nothing}
          order by u.id limit ${limit + 1}`,
    )
    const { rows, next } = cursors.page(boundTo, found, limit, ({ id }) => [id])
    return { users: rows.map(presentInstanceUser), ...next }
  },
  assertAdministrator,
)

function named(search: string) {
  const pattern = containing(search)
  return sql`and (folded(u.name) like folded(${pattern}) or folded(u.email) like folded(${pattern}))`
}
