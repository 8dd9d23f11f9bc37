import type { Format } from '../format.ts'
import { patchProperties } from '../properties/patch.ts'
import { family } from '../properties/properties.ts'
import { ASCII } from '../properties/spell.ts'
import { writeProperties } from '../properties/write.ts'

/** For Java up to version 8, which reads ISO-8859-1. What is written is ASCII, so any version reads it. */
export const propertiesLatin1: Format<'properties-latin1'> = {
  ...family,
  id: 'properties-latin1',
  name: 'Java properties, escaped',
  write: () => writeProperties(ASCII),
  patch: (base, options) => patchProperties(base, options, ASCII),
}
