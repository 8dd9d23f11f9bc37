import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/** The collector as one module of plain JavaScript. */
export async function bundled({ minify }: { minify: boolean }): Promise<string> {
  const outputs = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      minify,
      target: 'es2022',
      lib: { entry: join(import.meta.dirname, '../src/index.ts'), formats: ['es'] },
      rolldownOptions: { output: { minify } },
    },
  })
  const [{ output }] = [outputs].flat() as [Rolldown.RolldownOutput]
  return output[0].code
}
