import type { Case } from './case.ts'
import { termsOf } from './given-terms.ts'

const terms = termsOf({ translations: { cart: 'Warenkorb' } })

export const glossaryMissing: readonly Case[] = [
  ['de', 'Open the cart', 'Öffne den Warenkorb', [], { terms }],
  ['de', 'Open it', 'Öffne es', [], { terms }],
  ['de', 'Open the {cart}', 'Öffne {cart}', [], { terms }],
  [
    'de',
    '{n, plural, one {# cart} other {# carts}}',
    '{n, plural, one {# Warenkorb} other {# Warenkorbs}}',
    [],
    { terms },
  ],
  [
    'de',
    '{n, plural, one {# cart} other {# carts}}',
    '{n, plural, one {# Warenkorb} other {# Körbe}}',
    [{ branch: 'n.other' }],
    { terms },
  ],
  ['fr', 'Open the cart', 'Ouvrez-le', [], { terms }],
  [
    'de',
    'Open the cart',
    'Öffne den Korb',
    [{ params: { termId: 1, term: 'cart' }, at: null, branch: null, fix: null }],
    { terms },
  ],
]
