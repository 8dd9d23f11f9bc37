import type { Format } from '../format.ts'
import { jsModule } from '../js-module/js-module.ts'

export const tsModule: Format<'ts-module'> = {
  ...jsModule,
  id: 'ts-module',
  name: 'TypeScript module',
  extensions: ['ts'],
  mediaType: 'text/typescript',
  path: '{locale}.ts',
}
