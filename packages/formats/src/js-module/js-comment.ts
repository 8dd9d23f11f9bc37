import type { CommentSigns } from '../tree/comment-text.ts'

export const jsComments: CommentSigns = {
  comment: /\/\/(.*)|\/\*([\s\S]*?)\*\//g,
  forTools: /^(?:eslint|tslint|prettier-|biome-|@ts-|istanbul |c8 |v8 |#(?:end)?region)/,
}
