import type { Format } from '../format.ts'
import { endedByNewline } from '../json/ended-by-newline.ts'
import { json } from '../json/json.ts'
import { patchTextsOf } from '../json/patch.ts'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import { remarkablePlurals, toldOf } from '../unconverted-plurals.ts'

export const vueI18n: Format<'vue-i18n'> = {
  ...json,
  id: 'vue-i18n',
  name: 'Vue I18n JSON',
  syntax: 'vue',
  // Only its texts look different, and what is written in a text decides nothing.
  sniff: () => false,
  *read(bytes, options) {
    for (const { entries, nodes } of readJson(bytes, options, 'all'))
      yield { entries: entries.map((entry) => ({ ...entry, syntax: 'vue' as const })), nodes }
  },
  // Vue has forms between pipes, in an order of its own for each language: nothing else is made of one message.
  write: (options) => toldOf('Vue I18n', options, endedByNewline(writeJson(options))),
  remarkable: remarkablePlurals,
  patch: (base, options) =>
    toldOf(
      'Vue I18n',
      options,
      patchTextsOf(base, options, 'all', ({ value }) => value),
    ),
}
