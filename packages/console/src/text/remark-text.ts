import { inOwnWords, type Sentence } from './in-own-words.ts'
import type { Translate } from './text.ts'

const REMARKS: Sentence[] = [
  // About names and texts of a file.
  [/^Nested deeper than (\d+) levels$/, (t, [, most]) => t('remark.tooDeep', { most: Number(most) })],
  [/^The same name twice$/, (t) => t('remark.twice')],
  [/^null is no text$/, (t) => t('remark.null')],
  [/^A (?:number|boolean) was taken as text$/, (t) => t('remark.takenAsText')],
  [/^A name has at least one character$/, (t) => t('remark.noName')],
  [/^A name has at most (\d+) characters$/, (t, [, most]) => t('remark.longName', { most: Number(most) })],
  [/^A text has at most (\d+) characters$/, (t, [, most]) => t('remark.longText', { most: Number(most) })],
  [/^(?:U\+0000 and lone|A namespace cannot hold U\+0000)/, (t) => t('remark.characters')],
  [/ is longer than the key's limit of (\d+) characters$/, (t, [, most]) => t('remark.limit', { most: Number(most) })],
  [/^The value has changed since the validation and was kept$/, (t) => t('remark.changed')],
  [/^There are more$/, (t) => t('remark.more')],
  // About files, and where their texts go.
  [/^(?:Two files of this name were sent|The archive has two files of this name)$/, (t) => t('remark.sameFile')],
  [/^At most (\d+) files, those in archives included$/, (t, [, most]) => t('remark.files', { most: Number(most) })],
  [/^At most (\d+) (?:keys|texts, objects and lists) in /, (t, [, most]) => t('remark.keys', { most: Number(most) })],
  [/^Only (.+) files are imported$/, (t, [, kinds = '']) => t('remark.kinds', { kinds })],
  [/^What an export warned of is not imported$/, (t) => t('remark.ofExport')],
  [/^The file is no (.+)$/, (t, [, format = '']) => t('remark.format', { format })],
  [/^The file is (?:damaged|encrypted|a link|compressed in an unusual way)$/, (t) => t('remark.damaged')],
  [/^The name (?:is an absolute path|leads out of the archive|is no name of a file)$/, (t) => t('remark.path')],
  [/^A namespace has at most (\d+) characters$/, (t, [, most]) => t('remark.longNamespace', { most: Number(most) })],
  [/^The locale cannot be told from the name of the file$/, (t) => t('remark.noLanguage')],
  [/^You have no access to the locale "(.+)"$/, (t, [, code = '']) => t('remark.denied', { code })],
  [/^"(.+)" is no locale$/, (t, [, code = '']) => t('remark.notLanguage', { code })],
  [/^The locale "(.+)" is not on the project$/, (t, [, code = '']) => t('remark.otherLanguage', { code })],
  // About what a file that is written cannot say.
  [/^i18next cannot say this, so/, (t) => t('remark.unsayable')],
  [/^(?:This|The value) is no valid ICU message/, (t) => t('remark.invalid')],
  [
    /^Left out, because i18next has no form for these numbers: (.+)\.$/,
    (t, [, forms = '']) => t('remark.forms', { forms }),
  ],
  [
    /^Its form "(.+?)" is left out: the text of the key "(.+)" stands there\.$/s,
    (t, [, form = '', key = '']) => t('remark.formTaken', { form, key }),
  ],
  [
    /^The placeholder (.+) of the source is missing\.$/s,
    (t, [, placeholder = '']) => t('remark.placeholder', { placeholder }),
  ],
]

/** What the service remarks on files, in the words of the console; what it says otherwise is shown as it is. */
export const remarkText = (message: string, t: Translate): string => inOwnWords(REMARKS, message, t)
