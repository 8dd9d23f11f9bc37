import { createComment } from './create-comment.ts'
import { createKeyComment } from './create-key-comment.ts'
import { deleteComment } from './delete-comment.ts'
import { deleteKeyComment } from './delete-key-comment.ts'
import { listComments } from './list-comments.ts'
import { listKeyComments } from './list-key-comments.ts'
import { updateKeyComment } from './update-key-comment.ts'

export const commentEndpoints = [
  listKeyComments,
  createKeyComment,
  updateKeyComment,
  deleteKeyComment,
  listComments,
  createComment,
  deleteComment,
]
