import type { Case } from './case.ts'

export const tagMissing: readonly Case[] = [
  ['de', 'A <b>bold</b> word', 'Ein <B>fettes</B> Wort', []],
  ['de', '<a href="x">here</a>', '<a href="y">hier</a>', []],
  ['de', 'One<br>two', 'Eins<br/>zwei', []],
  ['de', 'a < b > c', 'a', []],
  ['de', 'Have %<n>d', 'Habe %<n>d', [], { syntax: 'ruby' }],
  // Names in angle brackets are translated with the text around them.
  ['fr', 'git add <file>', 'git add <fichier>', []],
  ['ja', 'git log [<options>] <path>', 'git log [<オプション>] <パス>', []],
  ['zh', 'Could not read <file path>', '无法读取 <文件路径>', []],
  ['fr', '<option> <option>', '<choix> <choix>', []],
  ['fr', 'git add <file>', 'git add', [{ params: { tag: '<file>' } }]],
  ['fr', 'git mv <file> <path>', 'git mv <fichier>', [{ params: { tag: '<file>' } }, { params: { tag: '<path>' } }]],
  ['fr', 'git mv <file> <path>', 'git mv <file> <file>', [{ params: { tag: '<path>' } }]],
  // What has an end, attributes, or is an element of HTML, is a tag.
  [
    'fr',
    '<title>Name</title>',
    '<titre>Nom</titre>',
    [{ params: { tag: '<title>' } }, { params: { tag: '</title>' } }],
  ],
  ['fr', 'One<p>two', 'Un<fin>deux', [{ params: { tag: '<p>' } }]],
  ['fr', 'The <item id="1"> is', "L'<objet>", [{ params: { tag: '<item>' } }]],
  ['fr', 'One <x/> two', 'Un <y> deux', [{ params: { tag: '<x>' } }]],
  [
    'de',
    'A <b>bold</b> word',
    'Ein fettes Wort',
    [{ params: { tag: '<b>' }, branch: null, at: null }, { params: { tag: '</b>' } }],
  ],
  ['de', 'One<br>two<br/>three', 'Eins<br>zwei drei', [{ params: { tag: '<br>' } }]],
  ['de', '<b>a</b>', '<b>a', [{ params: { tag: '</b>' } }]],
  [
    'de',
    '{n, plural, one {<b>#</b>} other {<b>#</b>}}',
    '{n, plural, one {<b>#</b>} other {<b>#}}',
    [{ branch: 'n.other' }],
  ],
]
