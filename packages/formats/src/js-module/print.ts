import { commentOf, commentsOf } from '../tree/comment-text.ts'
import type { MemberStyle } from '../tree/print-branch.ts'
import { literalOf, nameLiteral, type Quote } from './js-text.ts'

export interface ModuleStyle extends MemberStyle {
  quote: Quote
}

/** What is left out is as in a file that is written anew. */
export function moduleStyle(own: Partial<ModuleStyle>, hasBareNames = true): ModuleStyle {
  const { quote = "'", lineEnd = '\n' } = own
  return {
    unit: '  ',
    hasLists: false,
    hasLastComma: true,
    ...own,
    quote,
    lineEnd,
    brackets: ['{', '}'],
    listBrackets: ['[', ']'],
    name: (name) => `${nameLiteral(name, quote, hasBareNames)}: `,
    text: (value) => literalOf(value, quote, lineEnd),
    comments: commentsOf,
    comment: commentOf,
  }
}
