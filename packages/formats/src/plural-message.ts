const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other']

export interface PluralForms {
  argument: string
  type: 'cardinal' | 'ordinal'
  /** By category, or by an exact number as `=0`; texts in the syntax of their file. */
  branches: ReadonlyMap<string, string>
}

/** The forms that a file has of a text, as one ICU message: exact numbers first, then the categories in their order. */
export function pluralMessage({ argument, type, branches }: PluralForms): string {
  const sorted = [...branches].sort(([a], [b]) => rank(a) - rank(b))
  const written = sorted.map(([branch, text]) => `${branch} {${quoted(text)}}`).join(' ')
  return `{${argument}, ${type === 'ordinal' ? 'selectordinal' : 'plural'}, ${written}}`
}

const rank = (branch: string) =>
  branch.startsWith('=') ? Number(branch.slice(1)) - Number.MAX_SAFE_INTEGER : CATEGORIES.indexOf(branch)

/** So that ICU reads a text of another syntax literally. Parsing takes exactly this off again. */
const quoted = (text: string) =>
  text.replaceAll(/[{}#']+/g, (run) => {
    const doubled = run.replaceAll("'", "''")
    return /[{}#]/.test(run) ? `'${doubled}'` : doubled
  })
