import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { instanceQuery } from '../../../api/queries.ts'
import { useText } from '../../../text/context.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { useEditor } from '../editor-context.ts'
import { stepsOf } from './batch.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { LanguageChoice, ownLocales, useLanguageList } from './languages.tsx'
import type { ManyDialogProps } from './status-dialogs.tsx'

export function MachineDialog({ keyIds, onClose }: ManyDialogProps) {
  const { t } = useText()
  const editor = useEditor()
  const targets = ownLocales(editor).filter(({ isSource }) => !isSource)
  const [locales, setLocales] = useState<readonly string[]>(targets.slice(0, 1).map(({ code }) => code))
  const [overwriteExisting, setOverwriting] = useState(false)
  const listed = useLanguageList()
  const { data: instance } = useQuery(instanceQuery)
  const params = { projectId: editor.project.id }
  const translate = async (part: number[], targetLocaleCodes: string[]) => {
    const body = { keyIds: part, targetLocaleCodes, overwriteExisting }
    const { totalKeys } = await api.machineTranslateKeys({ params, body })
    return { processed: totalKeys, errors: [], changes: null }
  }
  return (
    <BatchDialog
      title={t('selection.machine')}
      keyIds={keyIds}
      effect={t(overwriteExisting ? 'machine.effectOverwriting' : 'machine.effect', {
        count: keyIds.length,
        languages: listed(locales),
      })}
      undo={t('machine.undo')}
      isReady={locales.length > 0}
      steps={() => stepsOf(keyIds, [[...locales]], translate)}
      done={() => t('machine.started', { count: keyIds.length, languages: listed(locales) })}
      onClose={onClose}
    >
      {instance?.machineTranslation.provider === 'memory' && <p>{t('machine.memoryOnly')}</p>}
      <LanguageChoice label={t('machine.into')} among={targets} chosen={locales} onChange={setLocales} />
      <Checkbox label={t('batch.overwrite')} checked={overwriteExisting} onChange={setOverwriting} />
    </BatchDialog>
  )
}
