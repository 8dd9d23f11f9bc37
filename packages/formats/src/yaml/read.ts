import type { Format } from '../format.ts'
import { readTree } from './read-yaml.ts'

export const readYaml: Format['read'] = (bytes, options) => readTree(bytes, options, {})
