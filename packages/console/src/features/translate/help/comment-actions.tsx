import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { situationOf } from '../../../api/errors.ts'
import { may, useSession } from '../../../api/session.ts'
import { useText } from '../../../text/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Question } from '../../../ui/dialog.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useEditor } from '../editor-context.ts'
import styles from './help-panel.module.css'
import type { Comment } from './queries.ts'
import { signedIn } from './signed-in.ts'
import { ofKey } from './stale-help.ts'

/**
 * One's own comment goes at once and can come back; that of another would come back under the wrong name, and while the
 * organization can only be read none can, so it is asked for.
 */
export function CommentActions({ comment }: { comment: Comment }) {
  const { t } = useText()
  const { user } = useSession()
  const { membership, isReadOnly } = useEditor()
  const [isAsking, setAsking] = useState(false)
  const { resolve, remove } = useCommentChanges(comment)
  const isOwn = comment.authorId === user.id
  if (!may(membership, 'translation.edit')) return null
  return (
    <div className={classNames(styles.cardActions, styles.quietActions)}>
      {!isReadOnly && (
        <Button kind="quiet" onClick={() => resolve.mutate()}>
          {t(comment.isResolved ? 'help.reopen' : 'help.resolve')}
        </Button>
      )}
      {(isOwn || may(membership, 'project.manage')) && (
        <Button kind="quiet" onClick={() => (isOwn && !isReadOnly ? remove.mutate() : setAsking(true))}>
          {t('help.delete')}
        </Button>
      )}
      <Question
        question={t('help.deleteOther', { name: comment.authorName })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        cancelLabel={t('help.keep')}
        confirm={{
          label: t('help.delete'),
          isDangerous: true,
          onConfirm: () => {
            setAsking(false)
            remove.mutate()
          },
        }}
      >
        <p>{comment.text}</p>
      </Question>
    </div>
  )
}

function useCommentChanges({ id, keyId, text, locale, mentions, authorId, isResolved }: Comment) {
  const { t } = useText()
  const { project, isReadOnly } = useEditor()
  const { user } = useSession()
  const queries = useQueryClient()
  const show = useToast()
  const projectId = project.id
  const settled = () => queries.invalidateQueries({ queryKey: ofKey(projectId, keyId) })
  const failed = (error: unknown) => void show({ text: t(`situation.${situationOf(error)}`), isFailure: true })
  const resolve = useMutation({
    mutationFn: () =>
      signedIn(() =>
        api.updateKeyComment({ params: { projectId, keyId, commentId: id }, body: { isResolved: !isResolved } }),
      ),
    onError: failed,
    onSettled: settled,
  })
  const again = useMutation({
    mutationFn: () =>
      signedIn(() => api.createKeyComment({ params: { projectId, keyId }, body: { text, locale, mentions } })),
    onError: failed,
    onSettled: settled,
  })
  const remove = useMutation({
    mutationFn: () => signedIn(() => api.deleteKeyComment({ params: { projectId, keyId, commentId: id } })),
    onSuccess: () => {
      const undo = { label: t('help.undo'), onPress: () => again.mutate() }
      show({
        text: t('help.deleted'),
        timeoutMs: 10_000,
        ...(authorId === user.id && !isReadOnly ? { action: undo } : {}),
      })
    },
    onError: failed,
    onSettled: settled,
  })
  return { resolve, remove }
}
