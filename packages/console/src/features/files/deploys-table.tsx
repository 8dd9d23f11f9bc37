import type { AnswerOf } from '@parlance/sdk'
import { type ReactNode, useState } from 'react'
import { useText } from '../../text/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { bytesText } from '../../ui/bytes.ts'
import { Nothing, PagePart } from '../../ui/page.tsx'
import { RowActions, Table } from '../../ui/table.tsx'
import { DeployWarnings } from './deploy-warnings.tsx'
import styles from './files.module.css'
import type { Deploy } from './files-query.ts'
import { PublishAgain } from './publish-again.tsx'

interface DeploysTableProps {
  project: AnswerOf<'getProject'>
  deploys: readonly Deploy[]
  mayPublish: boolean
}

/** Table "Deploys": the last ones, what they warned of, and the way back to one of them. */
export function DeploysTable({ project, deploys, mayPublish }: DeploysTableProps) {
  const { t } = useText()
  const [read, setRead] = useState<Deploy>()
  const [again, setAgain] = useState<Deploy>()
  const columns = [
    t('files.started'),
    t('files.by'),
    t('files.state'),
    t('import.files'),
    t('files.fileSize'),
    t('files.warnings'),
    '',
  ]
  return (
    <PagePart title={t('files.deploys')}>
      {deploys.length === 0 ? (
        <Nothing>{t('overview.neverPublished')}</Nothing>
      ) : (
        <Table label={t('files.deploys')} columns={columns}>
          {deploys.map((deploy) => (
            <DeployRow key={deploy.id} deploy={deploy} onRead={() => setRead(deploy)}>
              {mayPublish && deploy.state === 'completed' && !deploy.isPublished && (
                <Button onClick={() => setAgain(deploy)}>{t('files.publishAgain')}</Button>
              )}
            </DeployRow>
          ))}
        </Table>
      )}
      {read && <DeployWarnings project={project} deploy={read} onClose={() => setRead(undefined)} />}
      {again && <PublishAgain projectId={project.id} deploy={again} onClose={() => setAgain(undefined)} />}
    </PagePart>
  )
}

const TONES = { running: 'accent', completed: 'plain', failed: 'bad' } as const

interface DeployRowProps {
  deploy: Deploy
  onRead: () => void
  children: ReactNode
}

function DeployRow({ deploy, onRead, children }: DeployRowProps) {
  const { t, locale, number, relativeTime, dateTime } = useText()
  const { state, startedAt, actor, files, bytes, warnings, error, isPublished } = deploy
  const isDone = state === 'completed'
  return (
    <tr>
      <th scope="row">
        <time dateTime={startedAt} title={relativeTime(startedAt)} className={styles.number}>
          {dateTime(startedAt)}
        </time>
      </th>
      <td>{actor.name ?? t('overview.service')}</td>
      <td>
        <Badge tone={isPublished ? 'good' : TONES[state]}>
          {isPublished ? t('files.isPublished') : t(`jobs.state.${state}`)}
        </Badge>
        {error !== null && <p className={styles.failure}>{error}</p>}
      </td>
      <td className={styles.number}>{isDone && number(files)}</td>
      <td className={styles.number}>{isDone && bytesText(bytes, locale)}</td>
      <td>
        {warnings.length > 0 && (
          <Button kind="quiet" onClick={onRead}>
            {t('files.warningCount', { count: warnings.length })}
          </Button>
        )}
      </td>
      <RowActions>{children}</RowActions>
    </tr>
  )
}
