import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf, fieldOf, situationOf } from '../../../api/errors.ts'
import { useText } from '../../../text/context.tsx'
import { useAnnounce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Choices, Radio } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { useGlossaryRights } from '../rights.ts'
import { tellTerms } from '../tell-terms.ts'
import { ColumnTable } from './column-table.tsx'
import { type ColumnUse, guessUses, isComplete } from './columns.ts'
import styles from './exchange.module.css'
import { ImportResults } from './import-result.tsx'
import { type GlossaryFile, readGlossaryFile } from './read-file.ts'
import {
  type ImportProgress,
  type ImportResult,
  PartlyImported,
  type SentFile,
  STRATEGIES,
  sendFile,
} from './send-file.ts'

interface ImportDialogProps {
  orgId: number
  onClose: () => void
}

type Strategy = (typeof STRATEGIES)[number]

/** Terms from a file: CSV of any columns, JSON, TBX. */
export function ImportDialog({ orgId, onClose }: ImportDialogProps) {
  const { t } = useText()
  const { locales, usualSource } = useGlossaryRights(orgId)
  const [file, setFile] = useState<GlossaryFile>()
  const [uses, setUses] = useState<readonly ColumnUse[]>([])
  const [conflictStrategy, setStrategy] = useState<Strategy>('merge')
  const { sending, progress, refusal } = useImport(orgId)
  const choose = async (chosen: File | undefined) => {
    sending.reset()
    const read = chosen && readGlossaryFile(new Uint8Array(await chosen.arrayBuffer()))
    setFile(read)
    setUses(read?.kind === 'csv' ? guessUses(read.header, locales) : [])
  }
  const isReady = file !== undefined && file.kind !== 'unreadable' && (file.kind !== 'csv' || isComplete(uses))
  const result = sending.data
  if (result) return <Results result={result} onClose={onClose} />
  return (
    <FormDialog
      title={t('glossary.importTitle')}
      submitLabel={t('glossary.import')}
      sending={sending}
      refusal={refusal}
      onSubmit={() => isReady && sending.mutate({ orgId, file, conflictStrategy, uses, sourceCode: usualSource })}
      onClose={onClose}
      isWide
    >
      <TextField
        label={t('glossary.file')}
        hint={t('glossary.fileHint')}
        type="file"
        accept=".csv,.tsv,.txt,.json,.tbx,.xml"
        required
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      {file && <About file={file} />}
      {file?.kind === 'csv' && <ColumnTable file={file} uses={uses} onChange={setUses} locales={locales} />}
      {file?.kind === 'csv' && !isComplete(uses) && <p role="alert">{t('glossary.columnsMissing')}</p>}
      <Conflicts strategy={conflictStrategy} onChange={setStrategy} />
      {sending.isPending && <Sending progress={progress} />}
    </FormDialog>
  )
}

function About({ file }: { file: GlossaryFile }) {
  const { t } = useText()
  if (file.kind === 'unreadable')
    return (
      <p role="alert" className={styles.refusal}>
        {t(`glossary.unreadable.${file.reason}`)}
      </p>
    )
  if (file.kind === 'tbx') return <p className={styles.hint}>{t('glossary.isTbx')}</p>
  return (
    <p className={styles.hint}>
      {file.kind === 'json'
        ? t('glossary.isJson', { count: file.concepts.length })
        : t('glossary.isCsv', { count: file.rows.length })}
    </p>
  )
}

function Conflicts({ strategy, onChange }: { strategy: Strategy; onChange: (strategy: Strategy) => void }) {
  const { t } = useText()
  return (
    <Choices label={t('glossary.conflicts')}>
      {STRATEGIES.map((one) => (
        <Radio
          key={one}
          name="strategy"
          label={t(`glossary.conflicts.${one}`)}
          checked={strategy === one}
          onChange={() => onChange(one)}
        />
      ))}
    </Choices>
  )
}

function Sending({ progress }: { progress: ImportProgress | undefined }) {
  const { t } = useText()
  const { done, total } = progress ?? { done: 0, total: 0 }
  return (
    <div className={styles.sending}>
      <Progress label={t('glossary.import')} value={done} max={total} />
      {total > 0 && <p className={styles.hint}>{t('batch.progress', { done, total })}</p>}
    </div>
  )
}

function Results({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  const { t } = useText()
  return (
    <Dialog
      title={t('glossary.importTitle')}
      isOpen
      isWide
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('ui.done')}
        </Button>
      }
    >
      <ImportResults result={result} />
    </Dialog>
  )
}

function useImport(orgId: number) {
  const { t } = useText()
  const announce = useAnnounce()
  const [progress, setProgress] = useState<ImportProgress>()
  const sending = useMutation({
    mutationFn: (sent: SentFile) => sendFile(sent, setProgress),
    onSuccess: (result) => announce(t('glossary.imported', countsOf(result))),
    onSettled: () => {
      setProgress(undefined)
      return tellTerms(orgId)
    },
  })
  return { sending, progress, refusal: refusalOf(sending.error, t) }
}

const countsOf = ({ imported, updated, skipped, errors }: ImportResult) => ({
  imported,
  updated,
  skipped,
  refused: errors.length,
})

/** Why the service took none of it, or no more of it. */
function refusalOf(error: Error | null, t: ReturnType<typeof useText>['t']): string | undefined {
  if (!error) return undefined
  const isPart = error instanceof PartlyImported
  const cause = isPart ? error.cause : error
  const field = fieldOf(cause)
  const known = t(`situation.${situationOf(cause)}`)
  const isTbx = codeOf(cause) === 'VALIDATION_ERROR' && field === undefined
  const reason = isTbx ? t('glossary.unreadable.tbx') : field === undefined ? known : `${known} (${field})`
  return isPart ? `${t('glossary.imported', countsOf(error.result))} ${reason}` : reason
}
