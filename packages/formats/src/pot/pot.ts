import type { Format } from '../format.ts'
import { patchPo } from '../po/patch.ts'
import { looksLikePo, po } from '../po/po.ts'
import { readPo } from '../po/read.ts'
import { writePo } from '../po/write.ts'

export const pot: Format<'pot'> = {
  ...po,
  id: 'pot',
  name: 'gettext POT (template)',
  extensions: ['pot'],
  mediaType: 'text/x-gettext-translation-template',
  path: 'messages.pot',
  sourcePath: 'messages.pot',
  hasStatuses: false,
  options: { monolingual: [false, true], descriptions: ['keep', 'overwrite'] },
  sniff: looksLikePo,
  read: (bytes, options) => readPo(bytes, options, 'template'),
  write: (options) => writePo(options, 'template'),
  patch: (base, options) => patchPo(base, options, 'template'),
}
