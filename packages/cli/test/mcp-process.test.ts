import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { sql } from '../../server/src/db/sql.ts'
import { transaction } from '../../server/src/db/transaction.ts'
import { createApiKey } from '../../server/test/factories.ts'
import { lockWaiters } from '../../server/test/lock-waiters.ts'
import { until } from '../../server/test/until.ts'
import { agentWith } from './agent.ts'
import { ended, folderWith } from './program.ts'
import { startScene } from './scene.ts'

const { service, owner, projectId, apiKey, url, env } = await startScene()
const here = folderWith({}, env)

type Message = { id?: number; result?: Record<string, unknown>; error?: { code: number } }

/** The program and its standard streams, as an agent of any make has them. */
function started(child: ChildProcess) {
  const { stdin, stdout } = child
  assert.ok(stdin && stdout)
  const lines = createInterface({ input: stdout })
  const said: string[] = []
  lines.on('line', (line) => said.push(line))
  const end = ended(child)
  const send = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  return {
    end,
    said,
    stdin,
    send,
    async ask(message: { id: number; method: string; params?: object }): Promise<Message> {
      send(message)
      for (;;) {
        const found = said.map((line) => JSON.parse(line) as Message).find(({ id }) => id === message.id)
        if (found) return found
        await once(lines, 'line')
      }
    },
  }
}

const opening = (protocolVersion: string) => ({
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'by hand', version: '1' } },
})

describe('parlance mcp', () => {
  test('speaks the revisions that agents out there speak, and ends with 0 when its input ends', async () => {
    for (const revision of ['2024-11-05', '2025-11-25']) {
      const program = started(here.start(['mcp']))
      const { result } = await program.ask(opening(revision))
      assert.equal(result?.['protocolVersion'], revision)
      assert.match(String(result?.['instructions']), /data/)
      program.send({ method: 'notifications/initialized' })
      const call = { id: 2, method: 'tools/call', params: { name: 'get_project', arguments: {} } }
      assert.ok((await program.ask(call)).result?.['structuredContent'], revision)
      program.stdin.end()
      const { code, stderr } = await program.end
      assert.equal(code, 0, stderr)
    }
  })

  test('speaks the newest revision, too', async () => {
    const revision = '2026-07-28'
    const agent = await agentWith(env, [], { options: { versionNegotiation: { mode: { pin: revision } } } })
    assert.equal(agent.client.getNegotiatedProtocolVersion(), revision)
    const { projectId: found } = await agent.ask<{ projectId: number }>('get_project')
    assert.equal(found, projectId)
  })

  test('says nothing but the protocol on stdout, whatever is asked, and no secret anywhere', async () => {
    const program = started(here.start(['mcp', '--verbose'], { GITHUB_ACTIONS: 'true' }))
    program.stdin.write('this is no JSON\n{"jsonrpc":"2.0"}\n')
    await program.ask(opening('2025-06-18'))
    await program.ask({ id: 2, method: 'tools/call', params: { name: 'find_keys', arguments: { locales: ['xx'] } } })
    const unknown = await program.ask({ id: 3, method: 'tools/call', params: { name: 'drop_tables' } })
    assert.equal(unknown.error?.code, -32602)
    program.stdin.end()
    const { code, stderr } = await program.end
    assert.equal(code, 0)
    for (const line of program.said) assert.equal(JSON.parse(line).jsonrpc, '2.0')
    assert.match(stderr, /GET .*\/api-key 200/)
    assert.match(stderr, /LOCALE_NOT_ENABLED/)
    assert.ok(!`${program.said.join('')}${stderr}`.includes(apiKey))
  })

  test('ends with the codes of all commands when a signal comes', async () => {
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const child = here.start(['mcp'])
      const program = started(child)
      await program.ask(opening('2025-06-18'))
      child.kill(signal)
      assert.equal((await program.end).code, code)
    }
  })

  test('tells of a write that nobody waited for', async () => {
    const body = { key: 'late', translations: { en: { value: 'Late', status: 'translated' as const } } }
    const { id: keyId } = await service.ok(owner, 'createKey', { params: { projectId }, body })
    const program = started(here.start(['mcp']))
    await program.ask(opening('2025-06-18'))
    await transaction(service.db, async (tx) => {
      await tx.run(sql`select 1 from keys where id = ${keyId} for update`)
      const translations = [{ keyId, locale: 'de', text: 'Spät', expectedUpdatedAt: null }]
      const given = { name: 'propose_translations', arguments: { translations } }
      program.send({ id: 2, method: 'tools/call', params: given })
      await until('the write to be under way', async () => (await lockWaiters(service.db)) > 0)
      program.stdin.end()
      await until('the program to hear of it', () => program.stdin.closed)
    })
    const { code, stderr } = await program.end
    assert.equal(code, 0)
    assert.match(stderr, /propose_translations: changes \d+ to \d+/)
  })

  test('does not begin with wrong flags, a wrong key, or one that may not read', async () => {
    const writer = await createApiKey(service, owner, projectId, ['translations:write'])
    for (const [code, args, more, message] of [
      [2, ['mcp', '--read-onyl'], {}, /--read-only/],
      [2, ['mcp', 'extra'], {}, /one word too many/],
      [2, ['mcp', '--json'], {}, /stdout/],
      [2, ['mcp'], { PARLANCE_URL: 'nowhere' }, /address/],
      [3, ['mcp'], { PARLANCE_API_KEY: 'tms_wrong' }, /does not accept/],
      [3, ['mcp', '--project', String(projectId + 1)], {}, /not of project/],
      [3, ['mcp'], { PARLANCE_API_KEY: writer.apiKey }, /translations:read/],
      [4, ['mcp', '--retries', '0'], { PARLANCE_URL: 'http://127.0.0.1:9' }, /NETWORK/],
    ] as const) {
      const { code: real, stdout, stderr } = await here.run([...args], { PARLANCE_URL: url, ...more })
      assert.equal(real, code, `${args.join(' ')}: ${stderr}`)
      if (!args.includes('--json' as never)) assert.equal(stdout, '')
      assert.match(`${stdout}${stderr}`, message)
    }
  })

  test('ends with 5 when an agent sends a message without an end', async () => {
    const program = started(here.start(['mcp']))
    await program.ask(opening('2025-06-18'))
    program.stdin.on('error', () => {})
    program.stdin.write('x'.repeat(9 * 2 ** 20))
    const { code, stderr } = await program.end
    assert.equal(code, 5)
    assert.match(stderr, /PROTOCOL/)
  })
})
