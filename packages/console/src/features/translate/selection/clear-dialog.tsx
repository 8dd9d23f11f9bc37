import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useText } from '../../../text/context.tsx'
import { useEditor } from '../editor-context.ts'
import { stepsOf } from './batch.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { LanguageChoice, ownLocales, useLanguageList } from './languages.tsx'
import type { ManyDialogProps } from './status-dialogs.tsx'

export function ClearDialog({ keyIds, onClose }: ManyDialogProps) {
  const { t } = useText()
  const editor = useEditor()
  const listed = useLanguageList()
  const [locales, setLocales] = useState<readonly string[]>([editor.locale.code])
  const params = { projectId: editor.project.id }
  return (
    <BatchDialog
      title={t('selection.clear')}
      keyIds={keyIds}
      effect={t('clear.effect', { count: keyIds.length, languages: listed(locales) })}
      isReady={locales.length > 0}
      steps={() =>
        stepsOf(keyIds, [[...locales]], (part, localeCodes) =>
          api.batchClearValues({ params, body: { keyIds: part, localeCodes } }),
        )
      }
      done={(count) => t('clear.done', { count })}
      onClose={onClose}
    >
      <LanguageChoice label={t('batch.languages')} among={ownLocales(editor)} chosen={locales} onChange={setLocales} />
    </BatchDialog>
  )
}
