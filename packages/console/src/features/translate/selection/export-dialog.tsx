import { useState } from 'react'
import { situationOf } from '../../../api/errors.ts'
import { useText } from '../../../text/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Choices, Radio } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LabelledSelect } from '../../../ui/labelled-select.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { download, EXPORT_FORMATS, type ExportBody } from '../../export/index.ts'
import { useEditor } from '../editor-context.ts'
import styles from './batch-dialog.module.css'
import { LanguageChoice, ownLocales, useLanguageList } from './languages.tsx'
import type { ManyDialogProps } from './status-dialogs.tsx'

type ExportChoice = Required<Pick<ExportBody, 'localeCodes' | 'format' | 'structure' | 'includeEmpty'>>

export function ExportDialog({ keyIds, onClose }: ManyDialogProps) {
  const { t } = useText()
  const editor = useEditor()
  const listed = useLanguageList()
  const { choice, change, isBusy, save } = useExport(keyIds, onClose)
  const isReady = choice.localeCodes.length > 0 && !isBusy
  return (
    <Dialog
      title={t('selection.export')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" disabled={!isReady} onClick={save}>
            {t('batch.apply')}
          </Button>
        </>
      }
    >
      <p className={styles.effect}>
        {t('export.effect', { count: keyIds.length, languages: listed(choice.localeCodes) })}
      </p>
      <LanguageChoice
        label={t('batch.languages')}
        among={ownLocales(editor)}
        chosen={choice.localeCodes}
        onChange={(codes) => change({ localeCodes: [...codes] })}
      />
      <Shape choice={choice} change={change} />
    </Dialog>
  )
}

function useExport(keyIds: readonly number[], onClose: () => void) {
  const { t } = useText()
  const toast = useToast()
  const { project, locale } = useEditor()
  const [isBusy, setBusy] = useState(false)
  const [choice, setChoice] = useState<ExportChoice>({
    localeCodes: [locale.code],
    format: 'json',
    structure: 'flat',
    includeEmpty: false,
  })
  const save = async () => {
    setBusy(true)
    try {
      const { filename, warnings } = await download(project.id, { ...choice, keyIds: [...keyIds] })
      onClose()
      toast({ text: t('export.done', { count: keyIds.length, filename, warnings }) })
    } catch (error) {
      setBusy(false)
      toast({ text: t(`situation.${situationOf(error)}`), isFailure: true })
    }
  }
  return { choice, change: (patch: Partial<ExportChoice>) => setChoice({ ...choice, ...patch }), isBusy, save }
}

interface ShapeProps {
  choice: ExportChoice
  change: (patch: Partial<ExportChoice>) => void
}

function Shape({ choice, change }: ShapeProps) {
  const { t } = useText()
  return (
    <>
      <LabelledSelect
        label={t('export.format')}
        value={choice.format}
        choices={EXPORT_FORMATS.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(format) => change({ format })}
      />
      <Choices label={t('export.structure')}>
        {(['flat', 'nested'] as const).map((structure) => (
          <Radio
            key={structure}
            name="structure"
            label={t(`export.${structure}`)}
            checked={choice.structure === structure}
            onChange={() => change({ structure })}
          />
        ))}
      </Choices>
      <Checkbox
        label={t('export.includeEmpty')}
        checked={choice.includeEmpty}
        onChange={(includeEmpty) => change({ includeEmpty })}
      />
    </>
  )
}
