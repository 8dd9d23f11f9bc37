import { compile, type Sql, type Statement } from '../../packages/server/src/db/sql.ts'
import { Cursors } from '../../packages/server/src/http/cursor.ts'
import type { Call, Implementation } from '../../packages/server/src/implement.ts'
import type { Services } from '../../packages/server/src/services.ts'
import type { Connection } from './driver.ts'

/**
 * The statements an endpoint runs for one request of somebody who may see all of a project, with their parameters. They come from the
 * endpoint itself, run once on a handle that takes notes, so that a limit made of them cannot drift from the product.
 */
export async function statementsOf(
  database: Connection,
  endpoint: Implementation,
  projectId: number,
  query: Record<string, unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = []
  const rows = async (text: Sql) => {
    const statement = compile(text)
    statements.push(statement)
    return (await database.query(statement)).rows
  }
  const instance = await database.query<{ cursor_secret: Buffer }>('select cursor_secret from instance')
  const secret = instance.rows[0]?.cursor_secret
  if (!secret) throw new Error('The service has not started on this database')
  const one = async (text: Sql) => (await rows(text))[0]
  const services = { db: { rows, one }, cursors: new Cursors(secret) }
  const reply = { type: () => {} }
  const call = { access: { projectId, localeCodes: null }, query, reply }
  await endpoint.handle(services as unknown as Services, call as unknown as Call<never>)
  return statements
}
