import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { codeOf, situationOf } from '../../api/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Question } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Deploy, publishedQuery } from './files-query.ts'

interface PublishAgainProps {
  projectId: number
  deploy: Deploy
  onClose: () => void
}

/** Asks, and goes back to what an earlier deploy had published. */
export function PublishAgain({ projectId, deploy, onClose }: PublishAgainProps) {
  const { t, dateTime } = useText()
  const toast = useToast()
  const announce = useAnnounce()
  const { mutate } = useMutation({
    mutationFn: () => api.publishDeploy({ params: { projectId, deployId: deploy.id } }),
    onSuccess: (published) => {
      const text = t('files.publishedNow', { count: published.files.length })
      announce(text)
      toast({ text })
    },
    onError: (error) => {
      const isGone = codeOf(error) === 'NOT_FOUND'
      toast({ text: isGone ? t('files.notKept') : t(`situation.${situationOf(error)}`), isFailure: true })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: publishedQuery(projectId).queryKey }),
  })
  return (
    <Question
      question={t('files.againQuestion', { time: dateTime(deploy.startedAt) })}
      isOpen
      onClose={onClose}
      confirm={{
        label: t('files.publishAgain'),
        onConfirm: () => {
          mutate()
          onClose()
        },
      }}
      cancelLabel={t('ui.cancel')}
    >
      <p>{t('files.againEffect', { count: deploy.files })}</p>
    </Question>
  )
}
