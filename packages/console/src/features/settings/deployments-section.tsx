import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Question } from '../../ui/dialog.tsx'
import { Nothing, PagePart } from '../../ui/page.tsx'
import { RowActions, Table } from '../../ui/table.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type Deployment, deploymentsQuery } from '../deployments/index.ts'
import styles from './settings.module.css'

/** What runs somewhere and has told which keys it uses, and how more of it does. */
export function DeploymentsSection({ projectId }: { projectId: number }) {
  const { t } = useText()
  const { data: deployments } = useSuspenseQuery({ ...deploymentsQuery(projectId), staleTime: 0 })
  const [deleted, setDeleted] = useState<Deployment>()
  return (
    <>
      <p className={styles.lead}>{t('deployments.lead')}</p>
      {deployments.length === 0 ? (
        <Nothing>{t('deployments.none')}</Nothing>
      ) : (
        <Table
          label={t('settings.deployments')}
          columns={[t('deployments.name'), t('settings.keys'), t('deployments.updatedAt'), '']}
        >
          {deployments.map((deployment) => (
            <DeploymentRow key={deployment.name} deployment={deployment} onDelete={() => setDeleted(deployment)} />
          ))}
        </Table>
      )}
      <PagePart title={t('deployments.register')}>
        <p className={styles.lead}>{t('deployments.registerHint')}</p>
        <Code label="curl" text={registration(projectId)} />
      </PagePart>
      {deleted && <DeleteQuestion projectId={projectId} name={deleted.name} onClose={() => setDeleted(undefined)} />}
    </>
  )
}

/** What a lock holds is what a deployment expects; code expects what stood in the files that it was built with. */
const registration = (projectId: number) =>
  [
    'npx @parlance/cli types --from files --lock texts.lock.json',
    [
      `curl --fail-with-body -X PUT "${location.origin}/v1/projects/${projectId}/deployments/web-1"`,
      '-H "Authorization: Bearer $PARLANCE_API_KEY"',
      '-H "Content-Type: application/json"',
      '--data-binary @texts.lock.json',
    ].join(' \\\n  '),
  ].join('\n')

interface DeploymentRowProps {
  deployment: Deployment
  onDelete: () => void
}

function DeploymentRow({ deployment: { name, keys, updatedAt }, onDelete }: DeploymentRowProps) {
  const { t, number, dateTime, relativeTime } = useText()
  return (
    <tr>
      <th scope="row">
        <bdi className={styles.code}>{name}</bdi>
      </th>
      <td>{number(keys)}</td>
      <td>
        <time dateTime={updatedAt} title={dateTime(updatedAt)}>
          {relativeTime(updatedAt)}
        </time>
      </td>
      <RowActions>
        <Button kind="quiet" aria-label={t('settings.deleteNamed', { name })} onClick={onDelete}>
          {t('settings.deleteShort')}
        </Button>
      </RowActions>
    </tr>
  )
}

interface DeleteQuestionProps {
  projectId: number
  name: string
  onClose: () => void
}

function DeleteQuestion({ projectId, name, onClose }: DeleteQuestionProps) {
  const { t } = useText()
  const deletion = useAction(() => api.deleteDeployment({ params: { projectId, name } }), {
    done: () => t('settings.deleted', { name }),
    stale: [deploymentsQuery(projectId).queryKey],
  })
  return (
    <Question
      question={t('deployments.deleteQuestion', { name })}
      isOpen
      onClose={onClose}
      cancelLabel={t('ui.cancel')}
      confirm={{
        label: t('settings.deleteShort'),
        isDangerous: true,
        onConfirm: () => {
          onClose()
          deletion.mutate()
        },
      }}
    >
      <p>{t('deployments.deleteEffect')}</p>
    </Question>
  )
}
