// Compiles packages/server/kernels to WebAssembly: run it after a change there and commit what it writes. The compiler is
// fetched for it alone, because it is larger than everything else here together.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stampOf } from './kernel-stamp.ts'

const COMPILER = 'assemblyscript@0.28.20'
const OPTIONS =
  '-O3 --converge --noAssert --runtime stub --importMemory --sharedMemory --initialMemory 1 --maximumMemory 65536'
const FEATURES = 'simd,relaxed-simd,threads,bulk-memory'

const server = join(import.meta.dirname, '../packages/server')
const target = join(server, 'src/text-index/engine/kernel.wasm')
const args = ['kernels/text-index/index.ts', '-o', target, ...OPTIONS.split(' '), '--enable', FEATURES]
const { status } = spawnSync('npx', ['--yes', '-p', COMPILER, 'asc', ...args], { cwd: server, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

// A test compares it with the files, so that neither side is changed without the other.
writeFileSync(
  join(server, 'kernels/text-index.json'),
  `${JSON.stringify({ ...stampOf(server), compiler: COMPILER }, null, 2)}\n`,
)
