// Writes what others install: for each package a folder that npm can publish, and a file that npm can install.
// `npm run build:packages [-- --out <folder>] [names]`, by default all of them into `dist/packages`.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from './pack/bundle.ts'
import { writeDeclarations } from './pack/declarations.ts'
import { publishedManifest } from './pack/published-manifest.ts'
import { isThere, PUBLISHED, programOf, root, sourcePackage } from './pack/source-package.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: join(root, 'dist/packages') } },
})
const out = resolve(values.out)

/** The folder of a package: its code, its declarations, and what npm and people read about it. */
async function write(name: string): Promise<string> {
  const source = sourcePackage(name)
  const folder = join(out, name)
  const dist = join(folder, 'dist')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  const imported = await bundle(source, dist)
  const { bin = {}, exports } = source.manifest
  if (exports) for (const id of writeDeclarations(source, dist)) imported.add(id)
  for (const file of Object.values(bin)) chmodSync(join(dist, `${programOf(file)}.js`), 0o755)
  for (const file of ['README.md', ...source.data]) {
    const from = join(source.folder, file)
    if (existsSync(from)) copyFileSync(from, join(folder, file))
  }
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  const manifest = publishedManifest(source, imported)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return folder
}

/** The name of the file that npm makes of it. */
function pack(folder: string): string {
  const args = ['pack', folder, '--ignore-scripts', '--json', '--pack-destination', out]
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8', cwd: out })
  if (status !== 0) throw new Error(`npm could not pack ${folder}:\n${stderr}`)
  const [{ filename } = { filename: '' }] = JSON.parse(stdout) as { filename: string }[]
  return filename
}

mkdirSync(out, { recursive: true })
for (const name of positionals.length > 0 ? positionals : PUBLISHED.filter(isThere)) {
  console.log(join(out, pack(await write(name))))
}
