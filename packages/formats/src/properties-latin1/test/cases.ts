import type { FormatCase, PatchCase } from '../../../test/format-case.ts'

export { arbitrary, unreadable } from '../../properties/test/cases.ts'

const syntax = 'messageformat' as const

export const cases: FormatCase[] = [
  {
    title: 'everything beyond ASCII is escaped, comments as well',
    text: '# \\u00E4 \\u005Cu00e4\n\\u00FC=Gr\\u00FC\\u00DFe \\uD83D\\uDE00\n',
    entries: [{ key: 'ü', value: 'Grüße 😀', syntax, description: 'ä \\u00e4' }],
  },
]

export const patches: PatchCase[] = [
  {
    title: 'what is there stays as it is',
    base: 'a=ä\nb=ö\n',
    entries: [
      { key: 'a', value: 'ä', syntax },
      { key: 'b', value: 'ü', syntax },
    ],
    text: 'a=ä\nb=\\u00FC\n',
  },
]
