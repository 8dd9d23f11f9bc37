import type { AnswerOf } from '@parlance/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { namespacesQuery } from '../../api/queries.ts'
import { may, useIsReadOnly, useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { remarkText } from '../../text/remark-text.ts'
import { Button } from '../../ui/button.tsx'
import { PagePart } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import styles from './import.module.css'
import { ImportMore } from './import-more.tsx'
import { importTimeQuery } from './import-query.ts'
import type { CommitAnswer } from './prepared-import.ts'
import { UndoImport } from './undo-import.tsx'

type Project = AnswerOf<'getProject'>

/** More rows are of no use to anybody who reads. */
const ROWS = 200

interface ImportResultProps {
  project: Project
  run: string
  answer: CommitAnswer
}

/** Region "Result": what was done file by file, with the way to the keys, and back. */
export function ImportResult({ project, run, answer }: ImportResultProps) {
  const { t } = useText()
  const { success, results, errors, changes } = answer
  return (
    <PagePart
      title={t('import.result')}
      actions={
        <>
          {changes && <Undo project={project} run={run} answer={answer} />}
          <ImportMore projectId={project.id} />
        </>
      }
    >
      {success ? (
        <p>
          <strong>{t('import.counts', results)}</strong>
        </p>
      ) : (
        <p role="alert" className={styles.failure}>
          {t('import.failed')}
        </p>
      )}
      {errors.length > 0 && (
        <ul className={styles.remarks}>
          {errors.slice(0, ROWS).map(({ filename, key, message }) => (
            <li key={`${filename} ${key} ${message}`}>
              <bdi>{[filename, key].filter(Boolean).join(' · ')}</bdi> {remarkText(message, t)}
            </li>
          ))}
        </ul>
      )}
      {success && <ResultTable project={project} run={run} answer={answer} />}
    </PagePart>
  )
}

function ResultTable({ project, run, answer: { details, changes } }: ImportResultProps) {
  const { t, number, languageTitle } = useText()
  const languageOf = (locale: string | null) => {
    const language = project.locales.find(({ code }) => code === locale)
    return language ? languageTitle(language) : locale
  }
  const { data: since } = useQuery({
    ...importTimeQuery(project.id, run, changes?.fromId ?? 0),
    enabled: changes !== null,
  })
  const columns = [
    t('import.file'),
    t('import.language'),
    t('namespace.title'),
    t('import.added'),
    t('import.updated'),
    t('import.skipped'),
    '',
  ]
  return (
    <Table label={t('import.imported')} columns={columns}>
      {details.slice(0, ROWS).map((file) => (
        <tr key={file.filename}>
          <th scope="row">
            <bdi>{file.filename}</bdi>
          </th>
          <td>{languageOf(file.locale)}</td>
          <td>
            <bdi>{file.namespace}</bdi>
          </td>
          <td className={styles.number}>{number(file.added)}</td>
          <td className={styles.number}>{number(file.updated)}</td>
          <td className={styles.number}>{number(file.skipped)}</td>
          <td>{file.added + file.updated > 0 && since && <ToKeys project={project} file={file} since={since} />}</td>
        </tr>
      ))}
    </Table>
  )
}

interface ToKeysProps {
  project: Project
  file: CommitAnswer['details'][number]
  since: string
}

/** The keys that have got a text since the import, in the namespace and language of the file. */
function ToKeys({ project, file: { filename, locale, namespace }, since }: ToKeysProps) {
  const { t } = useText()
  const { data } = useQuery(namespacesQuery(project.id))
  const place = data?.namespaces.find(({ name }) => name === namespace)
  if (locale === null || !place || !project.locales.some(({ code }) => code === locale)) return null
  return (
    <Link
      to="/projects/$projectId/translate/$locale"
      params={{ projectId: project.id, locale }}
      search={{ ns: [place.id], since }}
      aria-label={t('import.showKeysOf', { filename })}
    >
      {t('import.showKeys')}
    </Link>
  )
}

/** For whoever may do the opposite of all that was done. */
function Undo({ project, run, answer: { results, changes } }: ImportResultProps) {
  const { t } = useText()
  const membership = useMembership(project.organizationId)
  const [isAsked, setAsked] = useState(false)
  const isReadOnly = useIsReadOnly(project.organizationId)
  const mayUndo =
    !isReadOnly && may(membership, 'translation.edit') && (results.added === 0 || may(membership, 'translation.delete'))
  if (!changes || !mayUndo) return null
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t('import.undo')}</Button>
      {isAsked && <UndoImport project={project} run={run} changes={changes} onClose={() => setAsked(false)} />}
    </>
  )
}
