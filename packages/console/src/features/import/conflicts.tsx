import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Choices, Radio } from '../../ui/choice.tsx'
import { LabelledSelect } from '../../ui/labelled-select.tsx'
import { PagePart } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ConflictPages } from './conflict-pages.ts'
import { ConflictsGrid } from './conflicts-grid.tsx'
import { commonResolution, type Resolution } from './decisions.ts'
import styles from './import.module.css'
import { ImportImpact } from './import-impact.tsx'
import { conflictsPage } from './import-query.ts'
import type { ImportState, PreparedImport } from './prepared-import.ts'

export const RESOLUTIONS = ['keep_existing', 'use_imported'] as const satisfies readonly Resolution[]

interface ConflictsProps {
  projectId: number
  sourceLocale: string
  prepared: PreparedImport
  state: ImportState
}

/** Texts that differ from those of the project, and which of the two stays: for each, for a file, for all. */
export function Conflicts({ projectId, sourceLocale, prepared, state }: ConflictsProps) {
  const { t } = useText()
  const [search, setSearch] = useState('')
  const [chosenFile, setFile] = useState('')
  const contested = state.files.filter(({ conflictCount, isLeftOut }) => conflictCount > 0 && !isLeftOut)
  const count = contested.reduce((sum, { conflictCount }) => sum + conflictCount, 0)
  const filename = contested.find((file) => file.filename === chosenFile)?.filename
  const pages = useConflictPages(projectId, state, search, filename)
  const { failure, total } = useSyncExternalStore(pages.subscribe, pages.loaded)
  if (count === 0) return null
  return (
    <PagePart title={t('import.conflictsTitle', { count })}>
      <p className={styles.hint}>{t('import.conflictsHint')}</p>
      <div className={styles.tools}>
        <SearchField label={t('import.searchConflicts')} value={search} maxLength={1000} onSearch={setSearch} />
        {contested.length > 1 && (
          <LabelledSelect
            label={t('import.fileOfConflicts')}
            value={filename ?? ''}
            choices={[
              { value: '', label: t('import.allFiles') },
              ...contested.map((file) => ({ value: file.filename, label: file.filename })),
            ]}
            onChange={setFile}
          />
        )}
        <ForMany prepared={prepared} state={state} filename={filename} />
      </div>
      {failure !== undefined && (
        <p role="alert" className={styles.failure}>
          {t(`situation.${situationOf(failure)}`)}{' '}
          <Button onClick={() => void prepared.add([])}>{t('ui.tryAgain')}</Button>
        </p>
      )}
      {total === 0 && <p className={styles.hint}>{t('empty.noMatch')}</p>}
      <ConflictsGrid
        pages={pages}
        decisions={state.decisions}
        onDecide={(conflict, resolution) => prepared.decide(conflict, resolution)}
      />
      {/* Below the grid: what is told when somebody decides moves no row away under the pointer. */}
      <ImportImpact projectId={projectId} sourceLocale={sourceLocale} state={state} />
    </PagePart>
  )
}

/** Anew whenever other conflicts are asked for. */
function useConflictPages(projectId: number, state: ImportState, search: string, filename: string | undefined) {
  const { validationId = '', turn } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn means other conflicts under the same name.
  const pages = useMemo(
    () => new ConflictPages(conflictsPage(projectId, validationId, { search, filename })),
    [projectId, validationId, turn, search, filename],
  )
  useEffect(() => {
    if (validationId !== '') pages.want(0, 0)
  }, [pages, validationId])
  return pages
}

function ForMany({
  prepared,
  state,
  filename,
}: Pick<ConflictsProps, 'prepared' | 'state'> & { filename: string | undefined }) {
  const { t } = useText()
  const common = commonResolution(state.decisions, filename)
  return (
    <Choices label={filename === undefined ? t('import.forAll') : t('import.forFile', { filename })}>
      {RESOLUTIONS.map((resolution) => (
        <Radio
          key={resolution}
          name="for-many"
          label={t(`import.${resolution}`)}
          checked={common === resolution}
          onChange={() => prepared.decideMany(filename, resolution)}
        />
      ))}
    </Choices>
  )
}
