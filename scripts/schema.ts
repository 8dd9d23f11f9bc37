// Writes packages/server/schema.sql: `npm run schema`.
import { writeFileSync } from 'node:fs'
import { Database } from '../packages/server/src/db/pool.ts'
import { dumpSchema } from './schema-dump.ts'
import { withScratchDatabase } from './scratch-database.ts'

await withScratchDatabase(async ({ connection }) => {
  const db = new Database(connection, console)
  writeFileSync('packages/server/schema.sql', await dumpSchema(db))
  await db.close()
})
