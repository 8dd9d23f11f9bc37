import Type from 'typebox'
import { project } from '../access.ts'
import { Id, Text, Time } from '../fields.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'

const Comment = Type.Object({
  id: Id,
  translationId: Id,
  text: Type.String(),
  authorId: Id,
  authorName: Type.String(),
  createdAt: Time,
})

export const commentRoutes = routes('Comments', {
  listComments: {
    method: 'GET',
    path: '/projects/{projectId}/translation/{translationId}/comments',
    summary: 'What people said about a value, oldest first',
    access: project('translation.view'),
    responses: { 200: Type.Object({ comments: Type.Array(Comment) }) },
    errors: ['valueKeyNotFound', 'localeForbidden'],
  },
  createComment: {
    method: 'POST',
    path: '/projects/{projectId}/translation/{translationId}/comments',
    summary: 'Say something about a value',
    access: project('translation.edit'),
    body: Type.Object({ text: Text({ min: 1, max: limits.comment }) }),
    responses: { 201: Comment },
    errors: ['valueKeyNotFound', 'localeForbidden', 'quotaExceeded'],
  },
  deleteComment: {
    method: 'DELETE',
    path: '/projects/{projectId}/translation/{translationId}/comments/{commentId}',
    summary: 'Delete a comment; its author and managers may',
    access: project('translation.edit'),
    responses: { 204: null },
    errors: ['valueKeyNotFound', 'commentNotFound', 'localeForbidden', 'missingPermission'],
  },
})
