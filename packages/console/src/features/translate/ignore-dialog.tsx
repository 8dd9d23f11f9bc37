import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Issue } from './checks.ts'
import { useEditor, type ValueRef } from './editor-context.ts'
import { issuesOfKey } from './use-issues.ts'

const LONGEST_REASON = 500

interface IgnoreDialogProps {
  valueRef: ValueRef
  issue: Issue
  onClose: () => void
}

/** Keeps on the service that an issue is right as it is. */
function useIgnore({ valueRef: { keyId }, issue, onClose }: IgnoreDialogProps) {
  const { t } = useText()
  const { project } = useEditor()
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ reason, scope }: { reason: string; scope: 'key' | 'value' }) =>
      api.ignoreIssues({ params: { projectId: project.id }, body: { ids: [issue.id ?? ''], reason, scope } }),
    onSuccess: async ({ failed: [failure] }) => {
      if (failure) toast({ text: t('issues.notIgnored'), isFailure: true })
      await queries.invalidateQueries({ queryKey: issuesOfKey(project.id, keyId) })
      onClose()
    },
    onError: (error) => toast({ text: t(`situation.${situationOf(error)}`), isFailure: true }),
  })
}

/** Asks why something that was found is right as it is. */
export function IgnoreDialog(props: IgnoreDialogProps) {
  const { onClose } = props
  const { t } = useText()
  const { membership } = useEditor()
  const [reason, setReason] = useState('')
  const [isForKey, setIsForKey] = useState(false)
  const { mutate, isPending } = useIgnore(props)
  const ignore = () => mutate({ reason: reason.trim(), scope: isForKey ? 'key' : 'value' })
  const isReady = reason.trim() !== '' && !isPending
  return (
    <Dialog
      title={t('issues.ignoreTitle')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" disabled={!isReady} onClick={ignore}>
            {t('issues.ignore')}
          </Button>
        </>
      }
    >
      <p>{t('issues.ignoreHint')}</p>
      <TextField
        label={t('issues.reason')}
        value={reason}
        maxLength={LONGEST_REASON}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isReady) ignore()
        }}
      />
      {!membership?.localeCodes && (
        <Checkbox label={t('issues.everywhere')} checked={isForKey} onChange={setIsForKey} />
      )}
    </Dialog>
  )
}

/** Looks at something again that was ignored. */
export function useReopen({ keyId }: ValueRef): (issueId: string) => void {
  const { t } = useText()
  const { project } = useEditor()
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (issueId: string) => api.reopenIssue({ params: { projectId: project.id, issueId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: issuesOfKey(project.id, keyId) }),
    onError: (error) => toast({ text: t(`situation.${situationOf(error)}`), isFailure: true }),
  })
  return mutate
}
