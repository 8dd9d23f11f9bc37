import type { Case } from './case.ts'
import { termsOf } from './given-terms.ts'

const terms = termsOf({ forbidden: ['Einkaufswagen'] })

export const glossaryForbidden: readonly Case[] = [
  ['de', 'x', 'Dein Warenkorb', [], { terms }],
  ['de', 'x', '{Einkaufswagen} da', [], { terms }],
  [
    'de',
    'x',
    'Dein Einkaufswagen hier',
    [{ params: { termId: 1, term: 'Einkaufswagen' }, at: 'Einkaufswagen', branch: null }],
    { terms },
  ],
  ['de', '', '{n, plural, one {Einkaufswagen} other {#}}', [{ branch: 'n.one', at: 'Einkaufswagen' }], { terms }],
]
