/** What programs call sheets that nobody has given a name. */
const GIVEN =
  /^(sheet|page|tabelle|tabellenblatt|feuil|feuille|hoja|foglio|planilha|folha|página|blad|ark|arkusz|list|munka|munkalap|taul|taulukko|sayfa|foaie|лист|аркуш|工作表|シート|시트)[ _]?\d*$/iu
const UNNAMED = 'Sheet1'
const LONGEST = 31
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are no part of a name
const FORBIDDEN = /[[\]:*?/\\\0-\x1f\x7f\ufffe\uffff]/g

/** The namespace that a sheet is for by its name. */
export const namespaceOfSheet = (name: string) => (GIVEN.test(name) ? undefined : name)

/**
 * What a sheet can be called for a namespace: few characters, some of them not, and no two alike. Which namespace it is
 * stands in a column of its own.
 */
export function nameForSheet(namespace: string | undefined, taken: Set<string>): string {
  const clean = (namespace ?? UNNAMED).replaceAll(FORBIDDEN, '_').replaceAll("'", '’')
  // Excel keeps that name for itself.
  const usual = clean === '' || clean.toLowerCase() === 'history' ? `${clean}_` : clean
  let name = cut(usual, LONGEST)
  for (let count = 2; taken.has(name.toLowerCase()); count++) {
    const end = ` (${count})`
    name = cut(usual, LONGEST - end.length) + end
  }
  taken.add(name.toLowerCase())
  return name
}

/** No character is cut in two, and no name ends in a space. */
function cut(text: string, most: number): string {
  const part = text.slice(0, most)
  return (part.isWellFormed() ? part : part.slice(0, -1)).trimEnd()
}
