// Checks the types of each package by itself, as its own tsconfig.json says: what runs in browsers knows no Node.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

const projects = globSync(['tsconfig.json', 'packages/*/tsconfig.json', 'packages/*/test/tsconfig.json'])
const failed = projects.filter((project) => {
  const { status } = spawnSync('tsc', ['--noEmit', '--project', project], { stdio: 'inherit' })
  return status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)
