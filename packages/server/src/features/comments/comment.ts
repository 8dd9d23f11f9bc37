export interface CommentRow {
  id: number
  translationId: number
  text: string
  authorId: number
  authorName: string
  createdAt: Date
}

export const presentComment = ({ createdAt, ...comment }: CommentRow) => ({
  ...comment,
  createdAt: createdAt.toISOString(),
})
