import { type CommentSigns, commentsOf as linesOf } from '../tree/comment-text.ts'

export const phpComments: CommentSigns = {
  comment: /(?:\/\/|#)([^\n\r]*)|\/\*([\s\S]*?)\*\//g,
  forTools: /^(?:@?phpcs:|@phpstan-|@psalm-|@codingStandards|@formatter:|@?noinspection )/,
}

/** A description as comments, line by line. `?>` would end the program there. */
export const commentsOf = (description: string): string[] =>
  linesOf(description).map((line) => (line.includes('?>') ? `/* ${line.slice(3).replaceAll('*/', '* /')} */` : line))
