import { Client } from 'pg'

/** Imports into a project wait for their turn until this is released. */
export async function holdImports(server: { host: string; database: string }, projectId: number) {
  const client = new Client({ ...server, user: 'parlance' })
  await client.connect()
  const turn = `hashtextextended('parlance writes of many keys of project ' || $1::bigint, 0)`
  await client.query(`select pg_advisory_lock(${turn})`, [projectId])
  return { release: () => client.end() }
}
