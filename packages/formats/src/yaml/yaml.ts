import type { Format } from '../format.ts'
import { patchYaml } from './patch.ts'
import { readYaml } from './read.ts'
import { writeYaml } from './write.ts'

export const yaml: Format<'yaml'> = {
  id: 'yaml',
  name: 'YAML',
  extensions: ['yml', 'yaml'],
  mediaType: 'application/yaml',
  path: '{locale}.yml',
  isMultiLocale: false,
  hasPlurals: true,
  hasDescriptions: true,
  hasStatuses: false,
  syntax: 'icu',
  needs: ['formatData'],
  options: { arrays: ['objects', 'lists'] },
  // Nearly any text is YAML.
  sniff: () => true,
  read: readYaml,
  write: writeYaml,
  patch: patchYaml,
}
