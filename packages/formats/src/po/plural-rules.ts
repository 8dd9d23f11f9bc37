/**
 * How languages count whole things, each way once: the categories that its forms have, and the expression of gettext.
 * Which language has which is asked from the runtime, which knows CLDR: the first that gives the same is taken.
 */
export const PLURAL_RULES: readonly (readonly [categories: string, expression: string])[] = [
  ['other', '0'],
  ['one other', 'n != 1'],
  ['one other', 'n > 1'],
  ['one many other', 'n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2'],
  ['one many other', 'n == 0 || n == 1 ? 0 : n % 1000000 == 0 ? 1 : 2'],
  ['one other', 'n % 10 != 1 || n % 100 == 11'],
  ['one other', 'n > 1 && (n < 11 || n > 99)'],
  ['one other', 'n != 1 && n != 2 && n != 3 && (n % 10 == 4 || n % 10 == 6 || n % 10 == 9)'],
  ['one two other', 'n == 1 ? 0 : n == 2 ? 1 : 2'],
  ['zero one other', 'n == 0 ? 0 : n == 1 ? 1 : 2'],
  ['zero one other', 'n % 10 == 0 || (n % 100 >= 11 && n % 100 <= 19) ? 0 : n % 10 == 1 && n % 100 != 11 ? 1 : 2'],
  [
    'one few many',
    'n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2',
  ],
  ['one few many', 'n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2'],
  [
    'one few other',
    'n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2',
  ],
  ['one few other', 'n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2'],
  ['one few other', 'n == 1 ? 0 : n == 0 || (n % 100 >= 1 && n % 100 <= 19) ? 1 : 2'],
  [
    'one few other',
    'n % 10 == 1 && (n % 100 < 11 || n % 100 > 19) ? 0 : n % 10 >= 2 && (n % 100 < 11 || n % 100 > 19) ? 1 : 2',
  ],
  [
    'one two few other',
    'n % 10 == 1 && n % 100 != 11 ? 0 : n == 2 ? 1 : n % 10 >= 2 && (n % 100 < 11 || n % 100 > 19) ? 2 : 3',
  ],
  ['one few other', 'n <= 1 ? 0 : n <= 10 ? 1 : 2'],
  ['one two few other', 'n % 100 == 1 ? 0 : n % 100 == 2 ? 1 : n % 100 == 3 || n % 100 == 4 ? 2 : 3'],
  ['one two few other', 'n == 1 || n == 11 ? 0 : n == 2 || n == 12 ? 1 : n >= 3 && n <= 19 ? 2 : 3'],
  ['one two few other', 'n % 10 == 1 ? 0 : n % 10 == 2 ? 1 : n % 20 == 0 ? 2 : 3'],
  ['one two few many other', 'n == 1 ? 0 : n == 2 ? 1 : n >= 3 && n <= 6 ? 2 : n >= 7 && n <= 10 ? 3 : 4'],
  [
    'one two few many other',
    'n == 1 ? 0 : n == 2 ? 1 : n == 0 || (n % 100 >= 3 && n % 100 <= 10) ? 2 : n % 100 >= 11 && n % 100 <= 19 ? 3 : 4',
  ],
  [
    'one two few many other',
    'n % 10 == 1 && n % 100 != 11 && n % 100 != 71 && n % 100 != 91 ? 0 : ' +
      'n % 10 == 2 && n % 100 != 12 && n % 100 != 72 && n % 100 != 92 ? 1 : ' +
      '(n % 10 == 3 || n % 10 == 4 || n % 10 == 9) && n % 100 / 10 != 1 && n % 100 / 10 != 7 && n % 100 / 10 != 9 ? 2 : ' +
      'n != 0 && n % 1000000 == 0 ? 3 : 4',
  ],
  ['zero one two few many other', 'n <= 3 ? n : n == 6 ? 4 : 5'],
  [
    'zero one two few many other',
    'n <= 2 ? n : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 && n % 100 <= 99 ? 4 : 5',
  ],
  [
    'zero one two few many other',
    'n <= 1 ? n : n % 20 == 2 || n % 1000000 == 100000 || n % 1000 == 0 && (n % 100000 >= 1000 && n % 100000 <= 20000 || ' +
      'n % 100000 == 40000 || n % 100000 == 60000 || n % 100000 == 80000) ? 2 : n % 20 == 3 ? 3 : n % 20 == 1 ? 4 : 5',
  ],
]
