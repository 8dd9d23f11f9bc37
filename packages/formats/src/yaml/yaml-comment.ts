/** What tools read in comments tells people nothing about a text. */
const FOR_TOOLS = /^(?:yamllint |yaml-language-server|prettier-|rubocop:|i18n-tasks-|vim?:|-\*-|#?region|#?endregion)/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what YAML does not allow anywhere.
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g
const BREAK = /\r\n?|[\n\u0085\u2028\u2029]/

/** Comment lines without what makes them comments. */
export function textOfComment(comment: string): string | undefined {
  const lines = comment.split(/\r\n?|\n/).map((line) => line.trim().replace(/^#+ ?/, ''))
  const text = lines.join('\n').trim()
  return text === '' || FOR_TOOLS.test(text) ? undefined : text
}

/** A description as comments, line by line. */
export const commentLines = (description: string) =>
  description.split(BREAK).map((line) => `# ${line.replaceAll(UNPRINTABLE, ' ')}`.trimEnd())
