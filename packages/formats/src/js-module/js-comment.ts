/** What tools read in comments tells people nothing about a text. */
const FOR_TOOLS = /^(?:eslint|tslint|prettier-|biome-|@ts-|istanbul |c8 |v8 |#(?:end)?region)/

const COMMENT = /\/\/(.*)|\/\*([\s\S]*?)\*\//g

/** Comments without what makes them comments. */
export function textOfComments(comments: string): string | undefined {
  const lines: string[] = []
  for (const [, line, block] of comments.matchAll(COMMENT)) {
    if (line !== undefined) lines.push(line.replace(/^ /, ''))
    else if (block !== undefined) lines.push(...linesOfBlock(block))
  }
  const text = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
  return text === '' || FOR_TOOLS.test(text) ? undefined : text
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
