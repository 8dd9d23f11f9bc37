import type { AnswerOf } from '@parlance/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { namespacesQuery, projectQuery } from '../../api/queries.ts'
import { useMayWrite } from '../../api/read-only.ts'
import { useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Question } from '../../ui/dialog.tsx'
import { RowActions, Table } from '../../ui/table.tsx'
import { useAction } from '../../ui/use-action.ts'
import { MissedKeys } from '../deployments/index.ts'
import { useMissedInNamespace } from './missed-in-namespace.ts'
import { NamespaceDialog } from './namespace-dialog.tsx'
import styles from './settings.module.css'

type Namespace = AnswerOf<'listNamespaces'>['namespaces'][number]

/** What is open above the table. */
type Open = { kind: 'new' } | { kind: 'rename' | 'delete'; namespace: Namespace }

export function NamespacesSection({ projectId }: { projectId: number }) {
  const { t } = useText()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data } = useSuspenseQuery(namespacesQuery(projectId))
  const mayWrite = useMayWrite(project.organizationId, 'project.manage')
  const mayDelete = useMembership(project.organizationId)?.localeCodes === null
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      <p className={styles.lead}>{t('settings.namespacesLead')}</p>
      {mayWrite && (
        <div>
          <Button kind="primary" onClick={() => setOpen({ kind: 'new' })}>
            {t('settings.newNamespace')}
          </Button>
        </div>
      )}
      <Table label={t('settings.namespaces')} columns={[t('namespace.title'), t('settings.keys'), '']}>
        {data.namespaces.map((namespace) => (
          <NamespaceRow
            key={namespace.id}
            namespace={namespace}
            onRename={mayWrite ? () => setOpen({ kind: 'rename', namespace }) : undefined}
            onDelete={mayDelete && !namespace.isDefault ? () => setOpen({ kind: 'delete', namespace }) : undefined}
          />
        ))}
      </Table>
      {open?.kind === 'new' && <NamespaceDialog projectId={projectId} onClose={close} />}
      {open?.kind === 'rename' && <NamespaceDialog projectId={projectId} namespace={open.namespace} onClose={close} />}
      {open?.kind === 'delete' && <DeleteQuestion projectId={projectId} namespace={open.namespace} onClose={close} />}
    </>
  )
}

interface NamespaceRowProps {
  namespace: Namespace
  onRename: (() => void) | undefined
  onDelete: (() => void) | undefined
}

function NamespaceRow({ namespace: { name, isDefault, keyCount }, onRename, onDelete }: NamespaceRowProps) {
  const { t, number } = useText()
  return (
    <tr>
      <th scope="row">
        <bdi className={styles.code}>{name}</bdi> {isDefault && <Badge>{t('settings.default')}</Badge>}
      </th>
      <td>{number(keyCount)}</td>
      <RowActions>
        {onRename && (
          <Button kind="quiet" aria-label={t('settings.renameNamed', { name })} onClick={onRename}>
            {t('settings.rename')}
          </Button>
        )}
        {onDelete && (
          <Button kind="quiet" aria-label={t('settings.deleteNamed', { name })} onClick={onDelete}>
            {t('settings.deleteShort')}
          </Button>
        )}
      </RowActions>
    </tr>
  )
}

interface DeleteQuestionProps {
  projectId: number
  namespace: Namespace
  onClose: () => void
}

function DeleteQuestion({ projectId, namespace: { id, name, keyCount }, onClose }: DeleteQuestionProps) {
  const { t } = useText()
  const missed = useMissedInNamespace(projectId, id)
  const deletion = useAction(() => api.deleteNamespace({ params: { projectId, namespaceId: id } }), {
    done: () => t('settings.namespaceDeleted', { name }),
    stale: [projectQuery(projectId).queryKey],
  })
  return (
    <Question
      question={t('settings.deleteNamespaceQuestion', { name, count: keyCount })}
      isOpen
      onClose={onClose}
      cancelLabel={t('ui.cancel')}
      confirm={{
        label: t('settings.deleteShort'),
        isDangerous: true,
        isDisabled: !missed.isSettled,
        onConfirm: () => {
          onClose()
          deletion.mutate()
        },
      }}
    >
      <p>{t('settings.deleteNamespaceHint', { count: keyCount })}</p>
      {keyCount > 0 && <MissedKeys state={missed} count={keyCount} />}
    </Question>
  )
}
