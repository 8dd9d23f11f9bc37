import type { Format } from '../format.ts'
import { yaml } from '../yaml/yaml.ts'
import { patchRails } from './patch.ts'
import { readRails } from './read.ts'
import { sniffRails } from './sniff-rails.ts'
import { writeRails } from './write.ts'

export const yamlRails: Format<'yaml-rails'> = {
  ...yaml,
  id: 'yaml-rails',
  name: 'Rails YAML',
  syntax: 'ruby',
  sniff: sniffRails,
  read: readRails,
  write: writeRails,
  remarkable: 'all',
  patch: patchRails,
}
