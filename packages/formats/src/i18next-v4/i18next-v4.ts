import type { Format } from '../format.ts'
import { json } from '../json/json.ts'
import { icuOfI18next } from '../placeholders/placeholders.ts'
import { CATEGORIES } from '../plural-message.ts'
import { patchI18next } from './patch.ts'
import { readI18next } from './read.ts'
import { writeI18next } from './write.ts'

export const i18nextV4: Format<'i18next-v4'> = {
  ...json,
  id: 'i18next-v4',
  name: 'i18next JSON v4',
  syntax: 'i18next',
  // Only its texts look different, and what is written in a text decides nothing.
  sniff: () => false,
  read: readI18next,
  write: writeI18next,
  patch: patchI18next,
  converts: true,
  toIcu: icuOfI18next,
  remarkable: {
    // A brace that is quoted, or begins anything but a plain argument: plain arguments can always be said.
    texts: { letter: '{', pattern: "'[{}]|\\{(?! *[A-Za-z0-9_]+ *\\})" },
    names: { separator: '_', ends: [...CATEGORIES, ...CATEGORIES.map((category) => `ordinal_${category}`), 'ordinal'] },
  },
}
