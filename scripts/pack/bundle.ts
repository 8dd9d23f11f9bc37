import { builtinModules } from 'node:module'
import { build, type Rolldown } from 'vite'
import type { SourcePackage } from './source-package.ts'

const isOfNode = (id: string) => id.startsWith('node:') || builtinModules.includes(id)
const isOurFile = (id: string) => /^[./\0]/.test(id)

/**
 * Writes the code of a package as plain JavaScript and says which other packages it imports. A program is written as one
 * with all of ours that it stands on, so that it starts with few files; what it loads only when it is needed stays apart.
 */
export async function bundle({ manifest, entries }: SourcePackage, outDir: string): Promise<Set<string>> {
  const isInlined = (id: string) =>
    id.startsWith('@parlance/contract') || (manifest.bin !== undefined && id.startsWith('@parlance/'))
  const imported = new Set<string>()
  const outputs = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { mainFields: ['module', 'main'] },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      reportCompressedSize: false,
      lib: { entry: entries, formats: ['es'] },
      rolldownOptions: {
        platform: manifest.bin ? 'node' : 'neutral',
        external: (id) => isOfNode(id) || (!isOurFile(id) && !isInlined(id)),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  for (const { output } of [outputs].flat() as Rolldown.RolldownOutput[]) {
    const written = new Set(output.map(({ fileName }) => fileName))
    for (const piece of output) {
      if (piece.type !== 'chunk') continue
      for (const id of [...piece.imports, ...piece.dynamicImports]) {
        if (!written.has(id) && !isOfNode(id)) imported.add(packageOf(id))
      }
    }
  }
  return imported
}

/** `yaml` of `yaml/util`, `@parlance/sdk` of `@parlance/sdk/typescript`. */
export const packageOf = (id: string) =>
  id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/')
