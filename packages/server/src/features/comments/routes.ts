import { createComment } from './create-comment.ts'
import { deleteComment } from './delete-comment.ts'
import { listComments } from './list-comments.ts'

export const commentEndpoints = [listComments, createComment, deleteComment]
