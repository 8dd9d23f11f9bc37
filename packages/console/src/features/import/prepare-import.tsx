import type { AnswerOf } from '@parlance/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useId, useState, useSyncExternalStore } from 'react'
import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { remarkText } from '../../text/remark-text.ts'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { LabelledSelect } from '../../ui/labelled-select.tsx'
import { PagePart } from '../../ui/page.tsx'
import { SYNTAXES, type Syntax } from '../translate/index.ts'
import { Conflicts } from './conflicts.tsx'
import { FileChoice } from './file-choice.tsx'
import { FilesTable } from './files-table.tsx'
import styles from './import.module.css'
import { formatsQuery, prepareImport } from './import-query.ts'
import { keepRun } from './kept-run.ts'
import type { ImportState, PreparedImport } from './prepared-import.ts'

type Project = AnswerOf<'getProject'>
type FormatId = AnswerOf<'listFormats'>['formats'][number]['id']

/** Choose files, say where they go, decide what stays, check, import. */
export function PrepareImport({ project }: { project: Project }) {
  const { t } = useText()
  const [prepared] = useState(() =>
    prepareImport(
      project.id,
      project.locales.map(({ code }) => code),
    ),
  )
  const state = useSyncExternalStore(prepared.subscribe, prepared.state)
  const { files, refused, failure, busy } = state
  const isBegun = files.length > 0 || refused.length > 0
  return (
    <>
      <FileChoice onChoose={(chosen) => chosen.length > 0 && void prepared.add(chosen)} />
      {busy === 'reading' && <p role="status">{t('import.reading')}</p>}
      {failure !== undefined && (
        <p role="alert" className={styles.failure}>
          {t(`situation.${situationOf(failure)}`)}
        </p>
      )}
      {isBegun && (
        <PagePart
          title={t('import.mapping')}
          actions={<Button onClick={() => prepared.clear()}>{t('import.clear')}</Button>}
        >
          <FilesTable
            projectId={project.id}
            files={files}
            refused={refused}
            places={prepared.places}
            onMap={(filename, change) => void prepared.map(filename, change)}
          />
          <MissingLanguages prepared={prepared} state={state} />
          <Reading prepared={prepared} state={state} />
          <Remarks state={state} />
        </PagePart>
      )}
      <Conflicts projectId={project.id} sourceLocale={project.sourceLocaleCode} prepared={prepared} state={state} />
      {files.length > 0 && <Steps project={project} prepared={prepared} state={state} />}
    </>
  )
}

interface PreparedProps {
  prepared: PreparedImport
  state: ImportState
}

/** Files in languages that the project lacks are left out, unless somebody wants these languages. */
function MissingLanguages({ prepared, state: { files, addsLanguages } }: PreparedProps) {
  const { t } = useText()
  const hint = useId()
  const { locales } = prepared.places
  const missing = files.filter(({ locale, isLeftOut }) => locale !== '' && !isLeftOut && !locales.has(locale))
  if (missing.length === 0) return null
  return (
    <div className={styles.state}>
      <Button
        aria-pressed={addsLanguages}
        aria-describedby={hint}
        onClick={() => prepared.setAddsLanguages(!addsLanguages)}
      >
        {addsLanguages && <Check size={16} aria-hidden />}
        {t('import.addLanguages')}
      </Button>
      <span id={hint} className={styles.hint}>
        {t('import.addLanguagesHint', { count: missing.length })}
      </span>
    </div>
  )
}

const EACH = 'each'

/** Keys that are there already stay as they are. */
function Reading({ prepared, state: { said } }: PreparedProps) {
  const { t } = useText()
  const { data } = useQuery(formatsQuery)
  const { format: _, ...withoutFormat } = said
  const { syntax: __, ...withoutSyntax } = said
  const { placeholders: ___, ...kept } = said
  const syntaxes = Object.entries({ ...SYNTAXES, none: t('key.noSyntax') }) as [Syntax, string][]
  return (
    <div className={styles.reading}>
      <LabelledSelect<FormatId | typeof EACH>
        label={t('import.format')}
        value={said.format ?? EACH}
        choices={[
          { value: EACH, label: t('import.formatOfEach') },
          ...(data?.formats ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(format) => void prepared.say(format === EACH ? withoutFormat : { ...said, format })}
      />
      <LabelledSelect<Syntax | typeof EACH>
        label={t('import.syntax')}
        value={said.syntax ?? EACH}
        choices={[
          { value: EACH, label: t('import.syntaxOfFormat') },
          ...syntaxes.map(([value, label]) => ({ value, label })),
        ]}
        onChange={(syntax) => void prepared.say(syntax === EACH ? withoutSyntax : { ...said, syntax })}
      />
      <Checkbox
        label={t('import.convert')}
        detail={t('import.convertHint')}
        checked={said.placeholders === 'convert'}
        onChange={(converts) => void prepared.say(converts ? { ...said, placeholders: 'convert' } : kept)}
      />
    </div>
  )
}

/** What is said about the files as a whole, and about what archives hold beside texts. */
function Remarks({ state: { faults, ignored } }: Pick<PreparedProps, 'state'>) {
  const { t } = useText()
  return (
    <>
      {faults.map(({ message }) => (
        <p key={message} role="alert" className={styles.failure}>
          {remarkText(message, t)}
        </p>
      ))}
      {ignored.length > 0 && (
        <details className={styles.hint}>
          <summary>{t('import.ignored', { count: ignored.length })}</summary>
          <ul className={styles.remarks}>
            {ignored.map(({ filename, message }) => (
              <li key={filename}>
                <bdi>{filename}</bdi>: {remarkText(message, t)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Steps({ project, prepared, state }: PreparedProps & { project: Project }) {
  const { t } = useText()
  const { check, start } = useSteps(project.id, prepared)
  const ready = prepared.ready()
  const isReady = ready.length > 0 && state.faults.length === 0 && state.busy === undefined
  const left = state.files.length + state.refused.length - ready.length
  return (
    <section className={styles.steps} aria-label={t('import.steps')}>
      <p>{t('import.effect', { count: ready.length, left })}</p>
      <div role="status">{state.busy === 'checking' ? t('import.checking') : <Checked state={state} />}</div>
      <div className={styles.buttons}>
        <Button disabled={!isReady} onClick={check}>
          {t('import.check')}
        </Button>
        <Button kind="primary" disabled={!isReady} onClick={start}>
          {t('import.button')}
        </Button>
      </div>
    </section>
  )
}

function useSteps(projectId: number, prepared: PreparedImport) {
  const { t } = useText()
  const announce = useAnnounce()
  const navigate = useNavigate()
  const check = async () => {
    await prepared.check()
    const { checked } = prepared.state()
    if (checked?.success) announce(t('import.counts', checked.results))
  }
  const start = async () => {
    const body = await prepared.settle()
    if (!body) return
    const run = crypto.getRandomValues(new BigUint64Array(1)).join()
    keepRun(run, { body, renew: () => prepared.renew() })
    await navigate({ to: '/projects/$projectId/import', params: { projectId }, search: { run } })
  }
  return { check: () => void check(), start: () => void start() }
}

/** What the import would do. */
function Checked({ state: { checked } }: Pick<PreparedProps, 'state'>) {
  const { t } = useText()
  if (!checked) return null
  if (!checked.success) return t('import.nothingPossible')
  return (
    <>
      <strong>{t('import.counts', checked.results)}</strong>
      <span className={styles.hint}> {t('import.checkHint')}</span>
    </>
  )
}
