import type { AnswerOf } from '@parlance/sdk'
import { useState } from 'react'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { bytesText } from '../../ui/bytes.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { PagePart } from '../../ui/page.tsx'
import { RowActions, Table } from '../../ui/table.tsx'
import styles from './files.module.css'
import type { Publication } from './files-query.ts'

type Project = AnswerOf<'getProject'>

/** Projects of many languages and namespaces have thousands. */
const ROWS = 50

/** Table of the files that are out, with their addresses. */
export function PublishedFiles({ project, files }: Pick<Publication, 'files'> & { project: Project }) {
  const { t, locale, languageTitle } = useText()
  const languageOf = (code: string) =>
    languageTitle(project.locales.find((one) => one.code === code) ?? { code, name: code })
  const [shown, setShown] = useState(ROWS)
  if (files.length === 0) return null
  const columns = [t('import.file'), t('import.language'), t('namespace.title'), t('files.fileSize'), '']
  return (
    <PagePart title={t('files.published')}>
      <Table label={t('files.published')} columns={columns}>
        {files.slice(0, shown).map((file) => (
          <tr key={file.path}>
            <th scope="row">
              <a href={file.url} target="_blank" rel="noreferrer" dir="ltr" className={styles.address}>
                {file.url}
              </a>
            </th>
            <td>{languageOf(file.locale)}</td>
            <td>
              <bdi>{file.namespace}</bdi>
            </td>
            <td className={styles.number}>{bytesText(file.bytes, locale)}</td>
            <RowActions>
              <CopyButton text={file.url} label={t('files.copyAddress', { path: file.path })} />
            </RowActions>
          </tr>
        ))}
      </Table>
      {files.length > shown && (
        <Button className={styles.more} onClick={() => setShown(shown + ROWS)}>
          {t('ui.showMore')}
        </Button>
      )}
    </PagePart>
  )
}
