import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useText } from '../../../text/context.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { LabelledSelect } from '../../../ui/labelled-select.tsx'
import { useEditor } from '../editor-context.ts'
import { stepsOf } from './batch.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { LanguageChoice, ownLocales, useLanguageList } from './languages.tsx'
import type { ManyDialogProps } from './status-dialogs.tsx'

export function CopyDialog({ keyIds, onClose }: ManyDialogProps) {
  const { t, languageTitle } = useText()
  const editor = useEditor()
  const locales = ownLocales(editor)
  const listed = useLanguageList()
  const [from, setFrom] = useState(() => otherThan(editor.locale.code, [editor.source, ...locales]))
  const [into, setInto] = useState<readonly string[]>([editor.locale.code])
  const [overwriteExisting, setOverwriting] = useState(false)
  const targets = into.filter((code) => code !== from)
  const params = { projectId: editor.project.id }
  return (
    <BatchDialog
      title={t('selection.copy')}
      keyIds={keyIds}
      effect={t(overwriteExisting ? 'copy.effectOverwriting' : 'copy.effect', {
        count: keyIds.length,
        from: listed([from]),
        languages: listed(targets),
      })}
      isReady={targets.length > 0}
      steps={() =>
        stepsOf(keyIds, targets, (part, toLocaleCode) =>
          api.batchCopyValues({
            params,
            body: { keyIds: part, fromLocaleCode: from, toLocaleCode, overwriteExisting },
          }),
        )
      }
      done={(count) => t('copy.done', { count })}
      onClose={onClose}
    >
      <LabelledSelect
        label={t('copy.from')}
        value={from}
        choices={locales.map((locale) => ({ value: locale.code, label: languageTitle(locale), detail: locale.code }))}
        onChange={setFrom}
      />
      <LanguageChoice
        label={t('copy.into')}
        among={locales.filter(({ code }) => code !== from)}
        chosen={targets}
        onChange={setInto}
      />
      <Checkbox label={t('batch.overwrite')} checked={overwriteExisting} onChange={setOverwriting} />
    </BatchDialog>
  )
}

const otherThan = (code: string, locales: readonly { code: string }[]) =>
  locales.find((locale) => locale.code !== code)?.code ?? code
