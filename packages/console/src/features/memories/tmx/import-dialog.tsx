import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { codeOf, situationOf } from '../../../api/errors.ts'
import { useLocaleOf } from '../../../api/locales.ts'
import { useText } from '../../../text/context.tsx'
import { useAnnounce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Choices, Radio } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Progress } from '../../../ui/progress.tsx'
import styles from '../memories.module.css'
import type { Memory } from '../queries.ts'
import { useMemoryRights } from '../rights.ts'
import { showAgain } from '../shown-entries.ts'
import { guessMapping, type LanguageMapping } from './language-mapping.ts'
import { LanguageTable } from './language-table.tsx'
import { type ReadTmx, readTmxFile } from './read-tmx.ts'
import { Sample, TmxErrors } from './sample.tsx'
import { PartlyTaken, RESOLUTIONS, sendTmx, type TmxResult } from './send-tmx.ts'

type Resolution = (typeof RESOLUTIONS)[number]

/** Entries from a TMX file of any length: what it holds is shown before anything is written. */
export function ImportTmxDialog({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const { t } = useText()
  const { locales } = useMemoryRights(memory.organizationId)
  const [mapping, setMapping] = useState<LanguageMapping>({})
  const [resolution, setResolution] = useState<Resolution>('skip')
  const { sending, done } = useImport(memory)
  const reading = useMutation({
    mutationFn: (file: File) => readTmxFile(memory.id, file),
    onSuccess: ({ source, targets }) => {
      const codes = locales.map(({ code }) => code)
      setMapping({ ...guessMapping([source], [memory.sourceLocaleCode]), ...guessMapping(targets, codes) })
    },
  })
  const file = reading.data
  const isOfSource = file !== undefined && mapping[file.source] === memory.sourceLocaleCode
  const refusal = useRefusal(sending.error ?? reading.error)
  if (sending.data) return <Results result={sending.data} onClose={onClose} />
  return (
    <FormDialog
      title={t('memories.importTitle')}
      submitLabel={t('memories.import')}
      sending={sending.error || sending.isPending ? sending : reading}
      refusal={refusal}
      onSubmit={() => file && isOfSource && sending.mutate({ file, mapping, resolution })}
      onClose={onClose}
      isWide
    >
      <TextField
        label={t('memories.file')}
        hint={t('memories.fileHint')}
        type="file"
        accept=".tmx,.xml"
        required
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          sending.reset()
          if (chosen) reading.mutate(chosen)
          else reading.reset()
        }}
      />
      {reading.isPending && <p role="status">{t('ui.loading')}</p>}
      {file && (
        <>
          <p>{t('memories.units', { count: file.units })}</p>
          <LanguageTable
            file={file}
            source={memory.sourceLocaleCode}
            locales={locales}
            mapping={mapping}
            onChange={setMapping}
          />
          {!isOfSource && <OtherSource file={file} memory={memory} />}
          <Sample file={file} />
          <Rules resolution={resolution} onChange={setResolution} />
        </>
      )}
      {sending.isPending && file && (
        <div className={styles.editor}>
          <Progress label={t('memories.import')} value={done} max={file.units} />
          <p className={styles.hint}>{t('batch.progress', { done, total: file.units })}</p>
        </div>
      )}
    </FormDialog>
  )
}

function OtherSource({ file, memory }: { file: ReadTmx; memory: Memory }) {
  const { t, languageName } = useText()
  const language = languageName(useLocaleOf(memory.organizationId)(memory.sourceLocaleCode))
  return (
    <p role="alert" className={styles.refusal}>
      {t('memories.otherSource', { code: file.source, language })}
    </p>
  )
}

function Rules({ resolution, onChange }: { resolution: Resolution; onChange: (resolution: Resolution) => void }) {
  const { t } = useText()
  return (
    <Choices label={t('memories.conflicts')}>
      {RESOLUTIONS.map((one) => (
        <Radio
          key={one}
          name="resolution"
          label={t(`memories.conflicts.${one}`)}
          checked={resolution === one}
          onChange={() => onChange(one)}
        />
      ))}
    </Choices>
  )
}

function Results({ result, onClose }: { result: TmxResult; onClose: () => void }) {
  const { t } = useText()
  return (
    <Dialog
      title={t('memories.importTitle')}
      isOpen
      isWide
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('ui.done')}
        </Button>
      }
    >
      <section aria-label={t('batch.result')} className={styles.editor}>
        <p>{t('memories.imported', countsOf(result))}</p>
        <TmxErrors errors={result.errors} />
      </section>
    </Dialog>
  )
}

interface Wish {
  file: ReadTmx
  mapping: LanguageMapping
  resolution: Resolution
}

/** Closing the dialog ends it behind the part that is under way. */
function useImport({ id: tmId, organizationId }: Memory) {
  const { t } = useText()
  const announce = useAnnounce()
  const [done, setDone] = useState(0)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const sending = useMutation({
    mutationFn: ({ file, mapping, resolution }: Wish) => {
      stop.current = new AbortController()
      const { signal } = stop.current
      return sendTmx({ tmId, parts: file.parts, mapping, conflictResolution: resolution, signal }, setDone)
    },
    onSuccess: (result) => announce(t('memories.imported', countsOf(result))),
    onSettled: () => showAgain(tmId, organizationId),
  })
  return { sending, done }
}

/** Why the service took none of it, or no more of it. */
function useRefusal(error: Error | null): string | undefined {
  const { t } = useText()
  if (!error) return undefined
  const isPart = error instanceof PartlyTaken
  const cause = isPart ? error.cause : error
  const reason = t(codeOf(cause) === 'VALIDATION_ERROR' ? 'memories.unreadable' : `situation.${situationOf(cause)}`)
  return isPart ? `${t('memories.imported', countsOf(error.result))} ${reason}` : reason
}

const countsOf = ({ imported, skipped }: TmxResult) => ({ imported, skipped })
