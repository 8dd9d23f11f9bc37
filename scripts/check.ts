// Everything that must hold before a change lands, cheapest first: `npm test`.
import { spawnSync } from 'node:child_process'

const steps: [string, string[]][] = [
  ['types', ['node', 'scripts/types.ts']],
  ['style and boundaries', ['biome', 'ci', '--reporter=summary', '.']],
  ['unused code', ['knip', '--no-progress']],
  ['tests', ['node', 'scripts/test.ts', ...process.argv.slice(2)]],
]

for (const [name, [command = '', ...args]] of steps) {
  const started = performance.now()
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (error) console.error(error.message)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? '✔' : '✖'} ${name} (${seconds} s)`)
  if (status !== 0) process.exit(status ?? 1)
}
