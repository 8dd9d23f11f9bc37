import type { Case } from './case.ts'

export const escapes: readonly Case[] = [
  ['de', 'One\\ntwo', 'Eins\\nzwei\\ndrei', []],
  ['de', 'You &amp; me', 'Du &lt; ich', []],
  ['de', 'One', 'Eins\nzwei', []],
  ['de', 'You & me', 'Du & ich; AT&T', []],
  // In HTML an entity is the character that it names.
  ['fr', '<strong>Error</strong>: no', '<strong>Erreur</strong>&nbsp;: non', [], { syntax: 'php' }],
  ['fr', '<strong>Error</strong>: no', '<strong>Erreur</strong>&nbsp;: non', [{ at: '&nbsp;' }]],
  ['fr', 'git add <file>', 'git add&nbsp;<file>', [{ at: '&nbsp;' }], { syntax: 'php' }],
  ['de', '<b>One</b>', '<b>Eins</b>\\n', [{ at: '\\n' }], { syntax: 'php' }],
  ['de', 'One', 'Eins\\nzwei', [{ params: { sequence: '\\n' }, at: '\\n', branch: null, fix: null }]],
  ['de', 'You & me', 'Du &amp; ich', [{ params: { sequence: '&amp;' }, at: '&amp;' }]],
  ['de', 'You', 'Du &#39; ich &#x27;', [{ params: { sequence: '&#39;' } }]],
  ['de', 'Quote', 'Ein \\"Zitat\\"', [{ params: { sequence: '\\"' } }]],
  ['fr', 'The', "L\\'a", [{ params: { sequence: "\\'" } }]],
  ['de', 'One', 'Eins\\\\n', [{ params: { sequence: '\\\\' } }]],
  ['de', 'One', '\\u00e4 \\n', [{ params: { sequence: '\\u00e4' } }, { params: { sequence: '\\n' } }]],
]
