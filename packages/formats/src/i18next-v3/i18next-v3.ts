import type { Format } from '../format.ts'
import { i18nextV4 } from '../i18next-v4/i18next-v4.ts'
import { patchSuffixed } from '../i18next-v4/patch.ts'
import { readSuffixed } from '../i18next-v4/read.ts'
import { SuffixWriter } from '../i18next-v4/write.ts'
import { endedByNewline } from '../json/ended-by-newline.ts'
import { numberedMembers } from './members.ts'
import { numberedPlural } from './plural-names.ts'

const { converts: _, toIcu: __, ...alike } = i18nextV4

export const i18nextV3: Format<'i18next-v3'> = {
  ...alike,
  id: 'i18next-v3',
  name: 'i18next JSON v3',
  read: (bytes, options) => readSuffixed(bytes, options, numberedPlural),
  write: (options) => endedByNewline(new SuffixWriter(options, numberedMembers)),
  remarkable: {
    texts: { letter: '{', pattern: '\\{[^{}]*, *(plural|selectordinal) *,' },
    names: { separator: '_', ends: ['plural', '0', '1', '2', '3', '4', '5'] },
  },
  patch: (base, options) => patchSuffixed(base, { ...options, placeholders: 'keep' }, numberedPlural, numberedMembers),
}
