const MODIFIERS: Readonly<Record<string, string>> = {
  latin: 'Latn',
  cyrillic: 'Cyrl',
  devanagari: 'Deva',
  arabic: 'Arab',
}

const LANGUAGE = /^([A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{3,8})*)(?:[_-]([A-Za-z]{2}))?(?:@([A-Za-z0-9]+))?$/

/** `pt_BR` and `sr@latin` as everybody else spells them. */
export function posixLocaleOf(language: string): string | undefined {
  const [, code = '', region, modifier] = LANGUAGE.exec(language) ?? []
  const script = modifier === undefined ? undefined : MODIFIERS[modifier.toLowerCase()]
  const variant = script ? undefined : modifier
  const tag = [code.replaceAll('_', '-'), script, region, variant].filter((part) => part).join('-')
  try {
    return tag === '' ? undefined : Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** As gettext and Qt spell a language. */
export const posixSpelling = (locale: string) => locale.replaceAll('-', '_')
