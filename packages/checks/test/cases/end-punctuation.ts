import type { Case } from './case.ts'

export const endPunctuation: readonly Case[] = [
  ['el', 'Do you want this?', 'Το θέλεις αυτό;', []],
  ['ja', 'Do you want this?', 'これが欲しいですか？', []],
  ['ar', 'Do you want this?', 'هل تريد هذا؟', []],
  ['hy', 'Do you want this?', 'Ուզո՞ւմ ես սա՞', []],
  ['zh', 'Pick one of these:', '请选择：', []],
  ['de', 'Please wait a moment...', 'Bitte warten…', []],
  ['de', 'Really sure?', 'Sicher', []],
  ['de', 'Is it “this one?”', 'Ist es „dieses?“', []],
  ['de', 'The name is: {name}', 'Der Name lautet: {name}', []],
  ['de', 'It is done now!', 'Es ist fertig.', []],
  ['de', 'It is done now;', 'Es ist fertig,', []],
  ['de', 'It is done now', 'Es ist fertig.', []],
  ['de', 'Do you (really) want this?', 'Willst du das (wirklich?)', []],
  [
    'de',
    'Do you want this?',
    'Das ist es.',
    [{ params: { expected: 'question', found: 'stop' }, at: null, branch: null }],
  ],
  ['de', 'Do you want this?', 'Du willst das', [{ params: { expected: 'question', found: null } }]],
  ['de', 'Do you want this?', 'Du willst das;', [{ params: { expected: 'question', found: null } }]],
  ['de', 'Please wait a moment…', 'Bitte warten:', [{ params: { expected: 'ellipsis', found: 'colon' } }]],
  ['de', 'It is done now.', 'Ist es fertig?', [{ params: { expected: 'stop', found: 'question' } }]],
]
