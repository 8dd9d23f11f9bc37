// Writes the declarations of a package: those that its ways in lead to, and no others. What they need of the contract comes
// along, so that nothing has to be installed for them.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { packageOf } from './bundle.ts'
import { contractTypes } from './contract-types.ts'
import { root, type SourcePackage, sourcePackage } from './source-package.ts'

const packages = join(root, 'packages')
const CONTRACT = '@parlance/contract'

/** Says which other packages they import. */
export function writeDeclarations({ folder, entries, manifest }: SourcePackage, target: string): Set<string> {
  const emitted = mkdtempSync(join(tmpdir(), 'parlance-types-'))
  try {
    emit(folder, Object.values(entries), emitted)
    writeFileSync(join(emitted, WHOLE_CONTRACT), contractTypes)
    const ways = Object.entries(entries).map(([way, file]): [string, string] => [emittedOf(file), `${way}.d.ts`])
    const imported = writeReachable(emitted, ways, relative(packages, folder), target)
    if (imported.has('typebox')) throw new Error(`The declarations of ${manifest.name} lead to schemas`)
    return imported
  } finally {
    rmSync(emitted, { recursive: true })
  }
}

/** Follows the imports from the ways in. Paths are those below the folder of all packages, and below the target. */
function writeReachable(emitted: string, ways: [string, string][], own: string, target: string): Set<string> {
  const imported = new Set<string>()
  const places = new Map(ways)
  // Files that are found on the way are visited, too: a map is walked in the order in which it grows.
  for (const [from, to] of places) {
    const local = readFileSync(join(emitted, from), 'utf8').replaceAll(
      SPECIFIER,
      (whole, start: string, id: string) => {
        const file = fileOf(id, from)
        if (file === undefined) {
          if (!id.startsWith('node:')) imported.add(packageOf(id))
          return whole
        }
        const place = places.get(file) ?? file.replace(`${own}/src/`, '').replace('contract/src/', 'contract/')
        places.set(file, place)
        const path = relative(dirname(to), place).replace(/\.d\.ts$/, '.js')
        return `${start}'${path.startsWith('.') ? path : `./${path}`}'`
      },
    )
    mkdirSync(dirname(join(target, to)), { recursive: true })
    writeFileSync(join(target, to), local)
  }
  return imported
}

const SPECIFIER = /(\bfrom |\bimport\(|^import )'([^']+)'/gm

/** No compiler can write it. */
const WHOLE_CONTRACT = 'contract/src/contract.d.ts'

/** The declaration that is imported; undefined when it is in a package of its own. */
function fileOf(id: string, from: string): string | undefined {
  if (id.startsWith('.')) return join(dirname(from), id.replace(/\.ts$/, '.d.ts'))
  if (id === CONTRACT) return WHOLE_CONTRACT
  if (!id.startsWith(`${CONTRACT}/`)) return undefined
  const file = sourcePackage('contract').entries[id.slice(CONTRACT.length + 1)]
  return file === undefined ? undefined : emittedOf(file)
}

const emittedOf = (file: string) => relative(packages, file).replace(/\.ts$/, '.d.ts')

/**
 * Of the contract there comes along what loads no schemas: its other files have types that nobody could write down. Parts of
 * a package may be checked apart, with and without what Node has; that is done before, and here they are written together.
 */
function emit(folder: string, entries: string[], emitted: string): void {
  const { index: _, openapi: __, ...partsOfContract } = sourcePackage('contract').entries
  const config = {
    extends: join(folder, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: emitted,
      rootDir: packages,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    files: [...entries, ...Object.values(partsOfContract)],
    include: [join(folder, 'src/**/*.d.ts')],
  }
  const project = join(emitted, 'tsconfig.json')
  writeFileSync(project, JSON.stringify(config))
  const { status, stdout, stderr } = spawnSync('tsc', ['--project', project], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The declarations of ${folder} could not be written:\n${stdout}${stderr}`)
}
