import type { AnswerOf, RequestOf } from '@parlance/sdk'
import type { NamespaceTarget } from './namespace.ts'

type NewKeyBody = RequestOf<'createKey'>['body']
type KeyChanges = RequestOf<'updateKey'>['body']
export type Syntax = NonNullable<AnswerOf<'getKeyById'>['syntax']>
type DescribedKey = Pick<
  AnswerOf<'getKeyById'>,
  'key' | 'namespaceId' | 'description' | 'aiContext' | 'isPlural' | 'characterLimit' | 'syntax'
>

/** By the names that people know them by, which are the same in all languages. */
export const SYNTAXES = {
  icu: 'ICU MessageFormat',
  i18next: 'i18next',
  vue: 'Vue I18n',
  printf: 'printf',
  java: 'Java MessageFormat',
  messageformat: 'MessageFormat 2',
  apple: 'Apple',
  python: 'Python %',
  'python-brace': 'Python {}',
  ruby: 'Ruby',
  php: 'PHP',
  laravel: 'Laravel',
  dotnet: '.NET',
  chrome: 'Chrome',
  fluent: 'Fluent',
  qt: 'Qt',
  xliff: 'XLIFF',
  none: '–',
} as const satisfies Record<Syntax, string>

/** What somebody can say about a key, as the fields of its form hold it. */
export interface KeyForm {
  name: string
  namespace: NamespaceTarget
  description: string
  aiContext: string
  isPlural: boolean
  /** As it was typed; empty for none. */
  characterLimit: string
  syntax: Syntax
}

export const emptyForm = (namespaceId: number): KeyForm => ({
  name: '',
  namespace: { id: namespaceId },
  description: '',
  aiContext: '',
  isPlural: false,
  characterLimit: '',
  syntax: 'icu',
})

export const formOf = (key: DescribedKey): KeyForm => ({
  name: key.key,
  namespace: { id: key.namespaceId },
  description: key.description ?? '',
  aiContext: key.aiContext ?? '',
  isPlural: key.isPlural,
  characterLimit: key.characterLimit === null ? '' : String(key.characterLimit),
  syntax: key.syntax ?? 'icu',
})

/** Whether it is a whole number of characters, or none at all. */
export const isLimit = (text: string) => text.trim() === '' || /^[1-9]\d{0,14}$/.test(text.trim())

const limitOf = (text: string) => (text.trim() === '' ? null : Number(text.trim()))

/** Nothing is trimmed: blanks at the ends of a name are part of it. */
export const isComplete = ({ name, namespace, characterLimit }: KeyForm) =>
  name !== '' && isLimit(characterLimit) && !('name' in namespace && namespace.name === '')

export function newKey(form: KeyForm, source: { locale: string; text: string }): NewKeyBody {
  const characterLimit = limitOf(form.characterLimit)
  return {
    key: form.name,
    ...('name' in form.namespace ? { namespace: form.namespace.name } : { namespaceId: form.namespace.id }),
    ...(form.description === '' ? {} : { description: form.description }),
    ...(form.aiContext === '' ? {} : { aiContext: form.aiContext }),
    isPlural: form.isPlural,
    ...(characterLimit === null ? {} : { characterLimit }),
    ...(form.syntax === 'icu' ? {} : { syntax: form.syntax }),
    ...(source.text === ''
      ? {}
      : { translations: { [source.locale]: { value: source.text, status: 'not_reviewed' as const } } }),
  }
}

/** Only what was changed, so that nobody writes over what somebody else has changed meanwhile. */
export function changesOf(form: KeyForm, key: DescribedKey, namespaceId: number): KeyChanges {
  const before = formOf(key)
  const orNull = (text: string) => (text === '' ? null : text)
  return {
    ...(form.name === before.name ? {} : { key: form.name }),
    ...(namespaceId === key.namespaceId ? {} : { namespaceId }),
    ...(form.description === before.description ? {} : { description: orNull(form.description) }),
    ...(form.aiContext === before.aiContext ? {} : { aiContext: orNull(form.aiContext) }),
    ...(form.isPlural === before.isPlural ? {} : { isPlural: form.isPlural }),
    ...(limitOf(form.characterLimit) === key.characterLimit ? {} : { characterLimit: limitOf(form.characterLimit) }),
    ...(form.syntax === before.syntax ? {} : { syntax: form.syntax }),
  }
}
