import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { may } from '../../../api/session.ts'
import { useText } from '../../../text/context.tsx'
import { Choices, Radio } from '../../../ui/choice.tsx'
import { useEditor } from '../editor-context.ts'
import { STATUSES, type Status } from '../search.ts'
import { stepsOf } from './batch.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { LanguageChoice, ownLocales, useLanguageList } from './languages.tsx'

export interface ManyDialogProps {
  keyIds: readonly number[]
  onClose: () => void
}

export function ApproveDialog({ keyIds, onClose }: ManyDialogProps) {
  const { t } = useText()
  const { locales, choice, named, stepsTo } = useStatusSteps(keyIds)
  return (
    <BatchDialog
      title={t('selection.approve')}
      keyIds={keyIds}
      effect={t('approve.effect', { count: keyIds.length, languages: named })}
      isReady={locales.length > 0}
      steps={() => stepsTo('translated')}
      done={(count) => t('approve.done', { count })}
      onClose={onClose}
    >
      {choice}
    </BatchDialog>
  )
}

export function StatusDialog({ keyIds, onClose }: ManyDialogProps) {
  const { t } = useText()
  const { membership } = useEditor()
  const { locales, choice, named, stepsTo } = useStatusSteps(keyIds)
  const [status, setStatus] = useState<Status>('not_reviewed')
  const mayReview = may(membership, 'translation.review')
  return (
    <BatchDialog
      title={t('selection.setStatus')}
      keyIds={keyIds}
      effect={t(`setStatus.effect.${status}`, { count: keyIds.length, languages: named })}
      isReady={locales.length > 0}
      steps={() => stepsTo(status)}
      done={(count) => t('setStatus.done', { count })}
      onClose={onClose}
    >
      <Choices label={t('setStatus.status')}>
        {STATUSES.filter((one) => mayReview || one !== 'translated').map((one) => (
          <Radio
            key={one}
            name="status"
            label={t(`status.${one}`)}
            checked={one === status}
            onChange={() => setStatus(one)}
          />
        ))}
      </Choices>
      {choice}
    </BatchDialog>
  )
}

/** In which languages values get a status, and how. */
function useStatusSteps(keyIds: readonly number[]) {
  const { t } = useText()
  const editor = useEditor()
  const [locales, setLocales] = useState<readonly string[]>([editor.locale.code])
  const listed = useLanguageList()
  const params = { projectId: editor.project.id }
  return {
    locales,
    named: listed(locales),
    choice: (
      <LanguageChoice label={t('batch.languages')} among={ownLocales(editor)} chosen={locales} onChange={setLocales} />
    ),
    stepsTo: (status: Status) =>
      stepsOf(keyIds, locales, (part, localeCode) =>
        api.batchSetStatus({ params, body: { keyIds: part, localeCode, status } }),
      ),
  }
}
