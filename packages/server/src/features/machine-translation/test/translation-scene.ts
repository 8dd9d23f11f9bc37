import assert from 'node:assert/strict'
import { after } from 'node:test'
import { createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import type { Config } from '../../../config.ts'
import { sql } from '../../../db/sql.ts'
import { startWorkers } from '../../../workers.ts'

interface Told {
  event: string
  locale: string | null
  after: Record<string, unknown>
}

/** A service that translates, with a project in English, German and French. */
export async function createTranslationScene(overrides: Partial<Config> = {}) {
  // Named before the service, and so closed before its database is.
  let workers: { close(): Promise<void> } | undefined
  after(() => workers?.close())
  const service = await startService(overrides)
  workers = startWorkers(service.services)
  const scene = await createScene(service)
  const { owner, projectId } = scene
  const params = { projectId }
  let made = 0

  const told = () =>
    service.db.rows<Told>(sql`
      select event, locale, after from changes where project_id = ${projectId} and event like 'batch_mt.%' order by seq`)
  const readJob = (jobId: number) => service.ok(owner, 'getMachineTranslationJob', { params: { projectId, jobId } })

  const scenery = {
    ...scene,
    service,
    params,
    told,
    readJob,
    toldOf: async (jobId: number) => (await told()).filter(({ after }) => after['jobId'] === jobId),
    createKey: async (en: string, fields: object = {}, others: Record<string, string> = {}) => {
      const values = Object.entries({ ...(en === '' ? {} : { en }), ...others })
      const translations = Object.fromEntries(values.map(([code, value]) => [code, { value, status: 'translated' }]))
      const body = { key: `key ${++made}`, ...fields, translations }
      return service.ok(owner, 'createKey', { params, body })
    },
    valueIn: async (keyId: number, locale: string) => {
      const { data } = await service.ok(owner, 'listKeys', { params, query: { limit: 100 } })
      return data.find(({ id }) => id === keyId)?.translations[locale]
    },
    schedule: (keyIds: number[], targetLocaleCodes: string[], fields: object = {}) =>
      service.ok(owner, 'machineTranslateKeys', { params, body: { keyIds, targetLocaleCodes, ...fields } }),
    ended: async (jobId: number) => {
      await until(
        `job ${jobId} to end`,
        async () => !['waiting', 'running'].includes((await readJob(jobId)).status),
        20_000,
      )
      return readJob(jobId)
    },
    /** Jobs wait behind one that is not due for long, until they are released. */
    blockLane: async () => {
      const later = new Date(service.clock.now().getTime() + 3_600_000)
      const blocking = await service.db.row<{ id: number }>(sql`
        insert into jobs (kind, project_id, lane, actor_type, actor_id, user_id, created_at, due_at)
        values ('machine_translation', ${projectId}, ${`machine translation ${projectId}`}, 'user', 1, 1, now(), ${later})
        returning id`)
      return () => service.db.run(sql`delete from jobs where id = ${blocking?.id}`)
    },
    /** Translates into one language and waits for the end. */
    translate: async (keyIds: number[], target = 'de', fields: object = {}) => {
      const { jobs } = await scenery.schedule(keyIds, [target], fields)
      return scenery.ended(jobs[0]?.jobId ?? assert.fail('no job'))
    },
  }
  return scenery
}
