export interface CommentSigns {
  /** The text of a comment to the end of its line, or of one between two signs. Global. */
  comment: RegExp
  /** What tools read in comments tells people nothing about a text. */
  forTools: RegExp
}

/** Comments without what makes them comments. Undefined: there is nothing for people in them. */
export function textOfComments(comments: string, { comment, forTools }: CommentSigns): string | undefined {
  const lines: string[] = []
  for (const [, line, block] of comments.matchAll(comment)) {
    if (line !== undefined) lines.push(line.replace(/^ /, ''))
    else if (block !== undefined) lines.push(...linesOfBlock(block))
  }
  const text = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
  return text === '' || forTools.test(text) ? undefined : text
}

const linesOfBlock = (block: string) =>
  block
    .replace(/^\*+/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trimStart().replace(/^\*+ ?/, ''))

/** A description as comments, line by line. */
export const commentsOf = (description: string) =>
  description.split(/\r\n?|[\n\u2028\u2029]/).map((line) => `// ${line}`.trimEnd())

/** A description beside what it is about. */
export const commentOf = (description: string) => `/* ${description.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')} */`
