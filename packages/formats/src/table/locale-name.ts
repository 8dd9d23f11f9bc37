const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** `No` and `Id` are no languages: nobody begins a code with one capital. */
const CODE = /^([a-z]{2,3}|[A-Z]{2,3})(?:[-_][A-Za-z\d]{1,8})*$/
/** Languages of one's own, and those that were registered before there was a grammar. */
const PRIVATE = /^[xi](?:[-_][a-z\d]{1,8})+$/i

/** Whether a column is called like a language. */
export function isLocaleName(name: string): boolean {
  const [, language] = CODE.exec(name) ?? []
  return language === undefined ? PRIVATE.test(name) : languages.of(language) !== undefined
}
