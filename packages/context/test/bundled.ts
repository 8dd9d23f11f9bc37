import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/** The collector as one module of plain JavaScript. */
export async function bundled(how: { minify: boolean }): Promise<string> {
  // Vite sets it for good, and other tests of this process are not in production.
  const before = process.env['NODE_ENV']
  try {
    return await bundle(how)
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

async function bundle({ minify }: { minify: boolean }): Promise<string> {
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
