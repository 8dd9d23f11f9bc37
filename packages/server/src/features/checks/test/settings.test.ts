import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkIds, checks } from '@parlance/contract'
import { createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'
import { readCheckSettings, severityOf } from '../settings.ts'

test('qa 4 checks are as bad as they say, unless the project or its language says otherwise', async () => {
  const service = await startService()
  const { projectId } = await createScene(service)
  const settings = await readCheckSettings(service.db, projectId)
  assert.deepEqual(settings, { severities: {}, blockReview: false })
  assert.equal(checkIds.length, 30)
  for (const id of checkIds) assert.equal(severityOf(settings, id, 'de'), checks[id])
  const severities = { numbers: { severity: 'off', localeSeverities: { de: 'error' } } }
  await service.db.run(sql`
    update projects set check_severities = ${JSON.stringify(severities)}::jsonb where id = ${projectId}`)
  const chosen = await readCheckSettings(service.db, projectId)
  assert.deepEqual([severityOf(chosen, 'numbers', 'de'), severityOf(chosen, 'numbers', 'fr')], ['error', 'off'])
})
