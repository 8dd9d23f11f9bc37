import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { namespacesQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { remarkText } from '../../text/remark-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PickField } from '../../ui/pick-field.tsx'
import { Table } from '../../ui/table.tsx'
import styles from './import.module.css'
import { obstacleOf, type Places, type PlannedFile } from './planned-files.ts'
import type { RefusedFile } from './read-files.ts'
import { type ImportLanguages, useImportLanguages } from './use-import-languages.ts'

/** More rows with fields in them would be felt; the rest comes on demand. */
const ROWS = 50
const REMARKS = 3

interface FilesTableProps {
  projectId: number
  files: readonly PlannedFile[]
  refused: readonly RefusedFile[]
  places: Places
  onMap: (filename: string, change: Partial<Pick<PlannedFile, 'locale' | 'namespace' | 'isLeftOut'>>) => void
}

/** Table "Files": where the texts of each file go, and what keeps it out of the import. */
export function FilesTable({ projectId, files, refused, places, onMap }: FilesTableProps) {
  const { t } = useText()
  const [shown, setShown] = useState(ROWS)
  const languages = useImportLanguages(projectId)
  const { data } = useQuery(namespacesQuery(projectId))
  const namespaces = data?.namespaces.map(({ name }) => name) ?? []
  const columns = [
    t('import.file'),
    t('import.language'),
    t('namespace.title'),
    t('import.keys'),
    t('import.conflicts'),
    t('import.state'),
  ]
  return (
    <>
      <Table label={t('import.files')} columns={columns}>
        {refused.map(({ filename, reason }) => (
          <tr key={filename}>
            <th scope="row">
              <bdi>{filename}</bdi>
            </th>
            <td colSpan={5}>
              <div className={styles.state}>
                <Badge tone="bad">{t('import.state.refused')}</Badge>
                <span>{t(`import.reason.${reason}`)}</span>
              </div>
            </td>
          </tr>
        ))}
        {files.slice(0, shown).map((file) => (
          <FileRow key={file.filename} {...{ file, languages, namespaces, places, onMap }} />
        ))}
      </Table>
      {files.length > shown && (
        <Button className={styles.more} onClick={() => setShown(shown + ROWS)}>
          {t('ui.showMore')}
        </Button>
      )}
    </>
  )
}

interface FileRowProps extends Pick<FilesTableProps, 'places' | 'onMap'> {
  file: PlannedFile
  languages: ImportLanguages
  /** Those that there are. */
  namespaces: readonly string[]
}

function FileRow({ file, languages, namespaces, places, onMap }: FileRowProps) {
  const { t, number } = useText()
  const { filename, locale, keyCount, conflictCount, isLeftOut } = file
  return (
    <tr className={isLeftOut ? styles.leftOut : undefined}>
      <th scope="row">
        <label className={styles.take}>
          <input
            type="checkbox"
            aria-label={t('import.take', { filename })}
            checked={!isLeftOut}
            onChange={() => onMap(filename, { isLeftOut: !isLeftOut })}
          />
          <bdi>{filename}</bdi>
        </label>
      </th>
      <td className={styles.choice}>
        <PickField
          label={t('import.languageOf', { filename })}
          value={locale}
          itemsFor={languages.codesFor}
          labelOf={languages.labelOf}
          onChange={(code) => onMap(filename, { locale: code })}
          none={t('ui.noLanguage')}
          placeholder={t('import.chooseLanguage')}
          isInvalid={locale === ''}
        />
      </td>
      <td className={styles.choice}>
        <NamespaceOf file={file} namespaces={namespaces} onMap={onMap} />
      </td>
      <td className={styles.number}>{number(keyCount)}</td>
      <td className={styles.number}>{number(conflictCount)}</td>
      <td>
        <StateOf file={file} places={places} isNewNamespace={!namespaces.includes(file.namespace)} />
      </td>
    </tr>
  )
}

function NamespaceOf({ file, namespaces, onMap }: Pick<FileRowProps, 'file' | 'namespaces' | 'onMap'>) {
  const { t } = useText()
  const { filename, namespace } = file
  const namesFor = (typed: string) => [...new Set([...namespaces, namespace, typed.trim()])].filter(Boolean)
  return (
    <PickField
      label={t('import.namespaceOf', { filename })}
      value={namespace}
      itemsFor={namesFor}
      labelOf={(name) => name}
      onChange={(name) => onMap(filename, { namespace: name })}
      none={null}
    />
  )
}

const TONES = { leftOut: 'plain', noLanguage: 'waiting', newLanguage: 'waiting', errors: 'bad' } as const

interface StateOfProps {
  file: PlannedFile
  places: Places
  isNewNamespace: boolean
}

function StateOf({ file, places, isNewNamespace }: StateOfProps) {
  const { t } = useText()
  const obstacle = obstacleOf(file, places)
  // What it creates is said by badges.
  const warnings = file.warnings.filter(({ key }) => key !== undefined)
  const remarks = obstacle === 'errors' ? file.errors : obstacle === undefined ? warnings : []
  return (
    <div className={styles.state}>
      <Badge tone={obstacle === undefined ? 'good' : TONES[obstacle]}>{t(`import.state.${obstacle ?? 'ready'}`)}</Badge>
      {obstacle === undefined && isNewNamespace && <Badge tone="accent">{t('import.newNamespace')}</Badge>}
      {obstacle === undefined && !places.locales.has(file.locale) && (
        <Badge tone="accent">{t('import.newLanguage')}</Badge>
      )}
      {remarks.length > 0 && (
        <ul className={styles.remarks}>
          {remarks.slice(0, REMARKS).map(({ key, message }) => (
            <li key={`${key} ${message}`}>
              {key !== undefined && <bdi className={styles.key}>{key}</bdi>} {remarkText(message, t)}
            </li>
          ))}
          {remarks.length > REMARKS && <li>{t('batch.more', { count: remarks.length - REMARKS })}</li>}
        </ul>
      )}
    </div>
  )
}
