import type { AnswerOf } from '@parlance/sdk'
import { Link } from '@tanstack/react-router'
import { useText } from '../../text/context.tsx'
import { remarkText } from '../../text/remark-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Table } from '../../ui/table.tsx'
import type { Deploy } from './files-query.ts'

interface DeployWarningsProps {
  project: AnswerOf<'getProject'>
  deploy: Deploy
  onClose: () => void
}

/** The service tells no more of them. */
const MOST = 100

/** What a deploy has remarked, with the way to each key. */
export function DeployWarnings({ project, deploy: { warnings }, onClose }: DeployWarningsProps) {
  const { t } = useText()
  return (
    <Dialog
      title={t('files.warnings')}
      isOpen
      isWide
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <p>{t('files.warningsHint')}</p>
      <Table label={t('files.warnings')} columns={[t('list.key'), t('import.file'), t('files.warning')]}>
        {warnings.map(({ file, key, message }) => (
          <tr key={`${file} ${key} ${message}`}>
            <th scope="row">
              <KeyLink project={project} file={file} name={key} />
            </th>
            <td>
              <bdi>{file}</bdi>
            </td>
            <td>{remarkText(message, t)}</td>
          </tr>
        ))}
      </Table>
      {warnings.length === MOST && <p>{t('files.onlyFirst', { count: MOST })}</p>}
    </Dialog>
  )
}

/** A file is named after its language. */
function KeyLink({ project, file, name }: Pick<DeployWarningsProps, 'project'> & { file: string; name: string }) {
  const locale = project.locales.find(({ code }) => file.split('/').at(-1)?.startsWith(`${code}.`))
  if (!locale) return <bdi>{name}</bdi>
  return (
    <Link
      to="/projects/$projectId/translate/$locale"
      params={{ projectId: project.id, locale: locale.code }}
      search={{ q: name }}
    >
      <bdi>{name}</bdi>
    </Link>
  )
}
