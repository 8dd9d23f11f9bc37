import type { WriteOptions, Writer } from '../format.ts'
import { patchTree } from './patch-yaml.ts'

export const patchYaml = (base: Uint8Array, options: WriteOptions): Writer => patchTree(base, options, {})
