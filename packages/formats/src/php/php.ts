import type { Format } from '../format.ts'
import { remarkablePlurals, toldOf } from '../unconverted-plurals.ts'
import { patchPhp } from './patch.ts'
import { readPhp } from './read.ts'
import { writePhp } from './write.ts'

const LOOKED_AT = 2 ** 16

export const php: Format<'php'> = {
  id: 'php',
  name: 'PHP array',
  extensions: ['php'],
  mediaType: 'application/x-httpd-php',
  path: '{locale}/messages.php',
  isMultiLocale: false,
  hasPlurals: true,
  hasDescriptions: true,
  hasStatuses: false,
  syntax: 'laravel',
  needs: ['formatData'],
  options: { arrays: ['objects', 'lists'], descriptions: ['keep', 'overwrite'] },
  sniff: (bytes) => {
    const text = new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_AT)).replaceAll('\0', '')
    return text.includes('<?php') && /\breturn\b/i.test(text)
  },
  read: readPhp,
  write: (options) => toldOf('Laravel', options, writePhp(options)),
  remarkable: remarkablePlurals,
  patch: (base, options) => toldOf('Laravel', options, patchPhp(base, options)),
}
