import type { Case } from './case.ts'

export const mojibake: readonly Case[] = [
  ['pt', 'No', 'NÃO', []],
  ['fr', 'Grace', 'GRÂCE', []],
  ['de', 'Ã¼ber', 'Ã¼ber', []],
  ['de', 'Over', 'über Ã¼ber', []],
  ['vi', 'Over', 'Ă¼ber', []],
  ['de', 'Over', 'Ã¼ber', [{ params: {}, at: null, fix: 'über' }]],
  ['fr', 'It is', 'Câ€™est', [{ fix: 'C’est' }]],
  ['en', '', 'Â© 2026', [{ fix: '© 2026' }]],
  [
    'de',
    '{n, plural, one {a} other {b}}',
    '{n, plural, one {Tür} other {TÃ¼ren}}',
    [{ branch: 'n.other', fix: '{n, plural, one {Tür} other {Türen}}' }],
  ],
]
