// Everything that must hold before a change lands, cheapest first: `npm test`.
import { spawn } from 'node:child_process'

type Step = [name: string, command: string[]]

/** They take as long as the longest of them when they run side by side. */
const looks: Step[] = [
  ['types', ['node', 'scripts/types.ts']],
  ['style and boundaries', ['biome', 'ci', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`, '.']],
  ['unused code', ['knip', '--no-progress']],
]
const tests: Step = ['tests', ['node', 'scripts/test.ts', ...process.argv.slice(2)]]

/** What it prints comes as it is printed, or whole at its end, when others run beside it. */
async function run([name, [command = '', ...args]]: Step, isAlone: boolean): Promise<number> {
  const started = performance.now()
  const child = spawn(command, args, { stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk))
  const status = await new Promise<number>((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
  process.stdout.write(Buffer.concat(printed))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? '✔' : '✖'} ${name} (${seconds} s)`)
  return status
}

const found = await Promise.all(looks.map((step) => run(step, false)))
process.exitCode = found.find((status) => status !== 0) ?? (await run(tests, true))
