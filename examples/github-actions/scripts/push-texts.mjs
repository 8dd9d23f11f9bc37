// node scripts/push-texts.mjs <commit that main was at before>
//
// Pushes source texts. A text that differs from Parlance was changed here, there, or on both sides: what main said before
// tells which. What was changed here is sent, and what was changed there stays. Where one push would have to do both, or a
// text was changed on both sides, nothing is written and the exit code is 5.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const program = resolve('node_modules/.bin/parlance')
const [commit = ''] = process.argv.slice(2)

/** Texts of a folder that are others in Parlance. What keeps that from being known is told by the push itself. */
function differing(folder) {
  const { stdout } = spawnSync(program, ['push', '--dry-run', '--json'], { cwd: folder, encoding: 'utf8' })
  const { conflicts = [] } = JSON.parse(stdout).result
  return new Map(conflicts.map((one) => [`${one.namespace}:${one.key} (${one.locale})`, one.localValue]))
}

/** The same of what main said before; undefined where nobody knows that, as of a branch that is new. */
function differingBefore() {
  const folder = mkdtempSync(join(tmpdir(), 'before-'))
  const git = (...args) => execFileSync('git', args, { stdio: 'ignore' })
  try {
    git('fetch', '--depth=1', 'origin', commit || 'no commit')
    git('worktree', 'add', '--detach', folder, commit)
    return differing(folder)
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true })
    git('worktree', 'prune')
  }
}

const now = differing('.')
const before = now.size === 0 ? new Map() : differingBefore()
const wasThere = [...now.keys()].filter((name) => !before || before.has(name))
const onBothSides = wasThere.filter((name) => before?.get(name) !== now.get(name))
if (onBothSides.length > 0) console.log(`Changed here and in Parlance: ${onBothSides.join(', ')}`)
else if (wasThere.length > 0) console.log(`Changed in Parlance, and not pulled yet: ${wasThere.join(', ')}`)
const isOneSided = onBothSides.length === 0 && (wasThere.length === 0 || wasThere.length === now.size)
const whoIsRight = !isOneSided ? 'fail' : wasThere.length === 0 ? 'local' : 'server'
const { status } = spawnSync(program, ['push', '--on-conflict', whoIsRight], { stdio: 'inherit' })
process.exitCode = status ?? 4
