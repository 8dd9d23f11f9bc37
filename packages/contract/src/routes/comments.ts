import Type from 'typebox'
import { project } from '../access.ts'
import { Id, LocaleName, Nullable, named, Text, Time } from '../fields.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'

const CommentText = Text({ min: 1, max: limits.comment })

export const Comment = Type.Object({
  id: Id,
  keyId: Id,
  locale: Nullable(Type.String({ description: 'The language it is about; null: the key itself.' })),
  /** Null without a language, and where the key has no value in it. */
  translationId: Nullable(Id),
  text: Type.String(),
  mentions: Type.Array(Id),
  authorId: Id,
  authorName: Type.String(),
  isResolved: Type.Boolean(),
  resolvedBy: Nullable(Id),
  createdAt: Time,
})

const UpdatedComment = Type.Object({
  ...Comment.properties,
  text: Nullable(Type.String({ description: 'Null for an API key that may not read.' })),
})

const Comments = Type.Object({ comments: Type.Array(Comment) })

named({ Comment, UpdatedComment })

export const commentRoutes = routes('Comments', {
  listKeyComments: {
    method: 'GET',
    path: '/projects/{projectId}/keys/{keyId}/comments',
    summary: 'What people said about a key, in the languages that one may see or in none, oldest first',
    access: project('translation.view'),
    responses: { 200: Comments },
    errors: ['keyNotFound'],
  },
  createKeyComment: {
    method: 'POST',
    path: '/projects/{projectId}/keys/{keyId}/comments',
    summary: 'Say something about a key, in one of its languages or in none',
    access: project('translation.edit'),
    body: Type.Object({
      text: CommentText,
      locale: Type.Optional(Nullable(LocaleName)),
      /** Members of the organization, by their user ids; each counts once. */
      mentions: Type.Optional(Type.Array(Id, { maxItems: limits.mentions })),
    }),
    responses: { 201: Comment },
    errors: ['keyNotFound', 'localeNotEnabled', 'localeForbidden', 'mentionsStranger', 'quotaExceeded'],
  },
  updateKeyComment: {
    method: 'PATCH',
    path: '/projects/{projectId}/keys/{keyId}/comments/{commentId}',
    summary: 'Resolve a comment, or open it again',
    access: project('translation.edit'),
    body: Type.Object({ isResolved: Type.Boolean() }),
    responses: { 200: UpdatedComment },
    errors: ['keyNotFound', 'commentNotFound'],
  },
  deleteKeyComment: {
    method: 'DELETE',
    path: '/projects/{projectId}/keys/{keyId}/comments/{commentId}',
    summary: 'Delete a comment; its author and managers may',
    access: project('translation.edit'),
    responses: { 204: null },
    errors: ['keyNotFound', 'commentNotFound', 'missingPermission'],
  },
  listComments: {
    method: 'GET',
    path: '/projects/{projectId}/translation/{translationId}/comments',
    summary: 'What people said about a key in the language of a value, oldest first',
    access: project('translation.view'),
    responses: { 200: Comments },
    errors: ['valueKeyNotFound', 'localeForbidden'],
  },
  createComment: {
    method: 'POST',
    path: '/projects/{projectId}/translation/{translationId}/comments',
    summary: 'Say something about a value',
    access: project('translation.edit'),
    body: Type.Object({ text: CommentText }),
    responses: { 201: Comment },
    errors: ['valueKeyNotFound', 'localeForbidden', 'quotaExceeded'],
  },
  deleteComment: {
    method: 'DELETE',
    path: '/projects/{projectId}/translation/{translationId}/comments/{commentId}',
    summary: 'Delete a comment on a value; its author and managers may',
    access: project('translation.edit'),
    responses: { 204: null },
    errors: ['valueKeyNotFound', 'commentNotFound', 'localeForbidden', 'missingPermission'],
  },
})
