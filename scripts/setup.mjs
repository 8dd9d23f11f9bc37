// Installs the packages when they are missing or belong to another package-lock.json. Runs on the system's Node (20 or
// newer), which is all there is before the first install.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const lockFile = join(root, 'package-lock.json')
const modules = join(root, 'node_modules')
// npm ci empties node_modules first, so an interrupted install leaves no stamp.
const stampFile = join(modules, '.parlance-setup')
// The packages hold programs for one kind of machine; a folder may be shared between two.
const wanted = `${createHash('sha256').update(readFileSync(lockFile)).digest('hex')} ${process.platform} ${process.arch}`

function isInstalled() {
  if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8') === wanted
  // Somebody ran npm by hand, perhaps while building an image that is started without a network: npm writes its own
  // record last, so a record newer than the lock file stands for a whole install of it.
  const record = join(modules, '.package-lock.json')
  return existsSync(record) && statSync(record).mtimeMs >= statSync(lockFile).mtimeMs
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

function install() {
  const folder = existsSync(modules) ? modules : root
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    fail(`Parlance has to install its packages, but ${folder} is not writable. Run "npm ci" there as its owner.`)
  }
  console.log(`Installing packages (npm ci) in ${root}`)
  // Without the optional packages there is no Node 24 and no database, without the development ones no tests.
  const args = ['ci', '--include=optional', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env
  const byPath = basename(npm) === 'npm-cli.js' && existsSync(npm)
  const options = { cwd: root, stdio: 'inherit' }
  const { status, error } = byPath ? spawnSync(node, [npm, ...args], options) : spawnSync('npm', args, options)
  if (error) fail(`npm could not be run (${error.message}). Install Node with npm, then run "npm ci" in ${root}.`)
  if (status !== 0) fail(`"npm ci" failed, see above. When that is mended, run the same command again.`)
  writeFileSync(stampFile, wanted)
}

if (!isInstalled()) install()
