import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from '../src/log.ts'
import { startService } from './harness.ts'

function terminal(hasColors: boolean) {
  const lines: string[] = []
  const write = (line: string) => lines.push(line) > 0
  return { lines, log: openLog('info', { isTTY: true, hasColors: () => hasColors, write } as never) }
}
const TIME = String.raw`\d\d:\d\d:\d\d`

test('at a terminal an entry is a short line for people', () => {
  const { lines, log } = terminal(false)
  log.info({ milliseconds: 12, folder: '/data' }, 'embedded database is up')
  log.info({ reqId: 'r1', method: 'GET', path: '/v1/projects', status: 200, ms: 3.1 }, 'request')
  log.warn({ err: new Error('it went away') }, 'changes could not be read')
  log.info({ applied: ['0001.sql', '0002.sql', '0003.sql', '0004.sql'] }, 'brought up to date')
  const expected = [
    'embedded database is up milliseconds=12 folder=/data',
    'GET /v1/projects 200 3.1 ms',
    'warn changes could not be read: it went away',
    'brought up to date applied=0001.sql,0002.sql,0003.sql,… \\(4\\)',
  ]
  assert.equal(lines.length, expected.length)
  for (const [at, words] of expected.entries()) assert.match(lines[at] ?? '', new RegExp(`^${TIME} ${words}\n$`))
})

test('what nobody foresaw is told with its stack, and by the number that the answer tells', () => {
  const { lines, log } = terminal(false)
  log.error({ reqId: 'r1', err: new Error('broken') }, 'unexpected fault')
  assert.match(
    lines[0] ?? '',
    new RegExp(`^${TIME} error unexpected fault reqId=r1\nError: broken\n +at .*log\\.test\\.ts`),
  )
})

test('there are colours where the terminal has them, and what others send brings none', () => {
  const path = '/\u001b[31mred\u0007\u009b2J'
  const request = { method: 'GET', path, status: 404, ms: 1 }
  const colourful = terminal(true)
  colourful.log.info(request, 'request')
  assert.ok(colourful.lines[0]?.includes('\u001b[33m404\u001b[39m'))
  const plain = terminal(false)
  plain.log.info(request, 'request')
  assert.match(plain.lines[0] ?? '', /^[ -~]*GET \/red[ -~]* 404 1 ms\n$/)
})

test('a service that is well is not told in the log each time somebody looks', async (t) => {
  const service = await startService()
  const told: unknown[] = []
  t.mock.method(service.services.log, 'info', (details: { path?: string }) => void told.push(details.path))
  await service.app.inject({ url: '/health' })
  await service.app.inject({ url: '/v1/instance' })
  assert.deepEqual(told, ['/v1/instance'])
})
