import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scenario } from '../lib/bench.ts'
import { HttpClient } from '../lib/http.ts'
import { interleave } from '../lib/measure.ts'
import { times } from '../lib/report.ts'
import { BARE, startService } from '../lib/service.ts'

const scenario: Scenario = {
  summary: 'the first page of keys, against a bare Fastify route that sends the same bytes',
  async run(bench, name) {
    const path = `/v1/projects/${bench.projectId}/keys`
    const client = await bench.client()
    const file = join(bench.dataDir, 'answer.json')
    writeFileSync(file, (await client.ok('GET', path)).body)
    const bare = await startService(BARE, { ANSWER_FILE: file })
    const bareClient = await HttpClient.connect(bare.port)
    const found = await interleave({
      product: () => client.ok('GET', path),
      limit: () => bareClient.ok('GET', '/answer'),
    })
    client.close()
    bareClient.close()
    await bare.stop()
    return times(name, 'first page', found)
  },
}

export default scenario
