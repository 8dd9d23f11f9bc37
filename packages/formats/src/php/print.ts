import { commentOf } from '../tree/comment-text.ts'
import type { MemberStyle } from '../tree/print-branch.ts'
import { commentsOf } from './php-comment.ts'
import { literalOf, type Quote } from './php-text.ts'

export interface PhpStyle extends MemberStyle {
  quote: Quote
}

/** What is left out is as in a file that is written anew. */
export function phpStyle(own: Partial<PhpStyle>, isLong = false): PhpStyle {
  const { quote = "'" } = own
  const brackets: [string, string] = isLong ? ['array(', ')'] : ['[', ']']
  return {
    unit: '    ',
    lineEnd: '\n',
    hasLists: false,
    hasLastComma: true,
    ...own,
    quote,
    brackets,
    listBrackets: brackets,
    name: (name) => `${literalOf(name, quote)} => `,
    text: (value) => literalOf(value, quote),
    comments: commentsOf,
    comment: commentOf,
  }
}
