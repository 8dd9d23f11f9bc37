import type { Config } from '../../../config.ts'
import { noTracing, type Tracing } from '../../../tracing/tracing.ts'
import { deepl } from './deepl.ts'
import { libretranslate } from './libretranslate.ts'
import { memory } from './memory.ts'
import { openai } from './openai.ts'
import type { Provider } from './provider.ts'

export function providerOf(
  { machineTranslation }: Pick<Config, 'machineTranslation'>,
  tracing: Tracing = noTracing,
): Provider {
  switch (machineTranslation.provider) {
    case 'memory':
      return memory
    case 'deepl':
      return deepl(machineTranslation, tracing)
    case 'libretranslate':
      return libretranslate(machineTranslation, tracing)
    case 'openai':
      return openai(machineTranslation, tracing)
  }
}
