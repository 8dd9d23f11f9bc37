import type { Output } from '../output/output.ts'
import type { Service } from '../service/service.ts'

export interface Serving {
  service: Service
  version: string
  isReadOnly: boolean
  output: Output
  /** Writes that are under way. */
  writing: Set<Promise<unknown>>
}
