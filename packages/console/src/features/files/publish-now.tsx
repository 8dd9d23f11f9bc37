import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Deploy, deploysQuery, isRunning, publishedQuery } from './files-query.ts'

/** Button "Publish now". When the deploy has ended, it says how. */
export function PublishNow({ projectId, deploys }: { projectId: number; deploys: readonly Deploy[] }) {
  const { t } = useText()
  const toast = useToast()
  useEnded(projectId, deploys)
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.deployCdn({ params: { projectId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deploysQuery(projectId).queryKey }),
    onError: (error) => toast({ text: t(`situation.${situationOf(error)}`), isFailure: true }),
  })
  const isBusy = isPending || deploys.some(isRunning)
  return (
    <Button kind="primary" aria-disabled={isBusy} onClick={() => !isBusy && mutate()}>
      {t('files.publishNow')}
    </Button>
  )
}

/** Those that ran when we looked before and have ended since: what is published is read anew, and told. */
function useEnded(projectId: number, deploys: readonly Deploy[]): void {
  const { t } = useText()
  const announce = useAnnounce()
  const before = useRef<readonly Deploy[]>([])
  useEffect(() => {
    const running = new Set(before.current.filter(isRunning).map(({ id }) => id))
    const ended = deploys.find((deploy) => running.has(deploy.id) && !isRunning(deploy))
    before.current = deploys
    if (!ended) return
    void queryClient.invalidateQueries({ queryKey: publishedQuery(projectId).queryKey, exact: true })
    announce(ended.state === 'completed' ? t('files.publishedNow', { count: ended.files }) : t('files.deployFailed'))
  }, [deploys, announce, t, projectId])
}
