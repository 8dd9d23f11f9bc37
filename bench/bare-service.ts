// Node, Fastify and PostgreSQL with nothing of the product's API between them: the limit for start, memory and HTTP.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { startEmbedded } from '../packages/server/src/db/embedded.ts'
import { fastify, openPool } from './lib/driver.ts'

const { PORT, DATA_DIR, ANSWER_FILE } = process.env
const stopping = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])

const database = DATA_DIR ? await startEmbedded({ dataDir: DATA_DIR, log: console }) : undefined
const pool = database && openPool(database.connection, 1)

const app = fastify()
app.get('/health', async () => {
  await pool?.query('select 1')
  return { status: 'ok' }
})
if (ANSWER_FILE) {
  const answer = readFileSync(ANSWER_FILE, 'utf8')
  const bytes = readFileSync(ANSWER_FILE)
  app.get('/bytes', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))
  app.get('/answer', (_request, reply) => reply.type('application/json; charset=utf-8').send(answer))
}
await app.listen({ port: Number(PORT), host: '127.0.0.1' })

await stopping
await app.close()
await pool?.end()
await database?.stop()
