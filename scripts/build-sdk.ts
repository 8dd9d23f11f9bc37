// Writes the SDK as plain JavaScript, for Node 20 and for pages without a bundler: `npm run build:sdk [folder]`. There
// is nothing to compile in it: types are blanked out, and the files keep their lines.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, join } from 'node:path'

const sdk = join(import.meta.dirname, '../packages/sdk')
const target = process.argv[2] ?? join(sdk, 'dist')

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
for (const file of globSync(join(sdk, 'src/*.ts'))) {
  const text = stripTypeScriptTypes(readFileSync(file, 'utf8')).replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")
  writeFileSync(join(target, `${basename(file, '.ts')}.js`), text)
}
