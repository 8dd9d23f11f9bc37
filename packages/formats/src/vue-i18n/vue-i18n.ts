import type { Format } from '../format.ts'
import { endedByNewline } from '../json/ended-by-newline.ts'
import { json } from '../json/json.ts'
import { patchTextsOf } from '../json/patch.ts'
import { readJson } from '../json/read.ts'
import { tellPlural } from '../json/told-plural.ts'
import { writeJson } from '../json/write.ts'

/** It has forms between pipes, in an order of its own for each language. */
const NAME = 'Vue I18n'

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
  write(options) {
    const writer = endedByNewline(writeJson(options))
    return {
      ...writer,
      add(entries) {
        for (const entry of entries) tellPlural(entry, NAME, options)
        return writer.add(entries)
      },
    }
  },
  remarkable: {
    texts: { letter: '{', pattern: '\\{[^{}]*, *(plural|selectordinal) *,' },
    names: { separator: '_', ends: [] },
  },
  patch: (base, options) =>
    patchTextsOf(base, options, 'all', (entry) => {
      tellPlural(entry, NAME, options)
      return entry.value
    }),
}
