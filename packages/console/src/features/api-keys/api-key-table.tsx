import type { AnswerOf } from '@parlance/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { peopleQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Question } from '../../ui/dialog.tsx'
import { RowActions, Table } from '../../ui/table.tsx'
import { useAction } from '../../ui/use-action.ts'
import styles from './api-keys.module.css'
import { apiKeysQuery } from './api-keys-query.ts'
import { lifeOf } from './expiry.ts'
import { type ApiKey, PERMISSIONS, SCOPES } from './grants.ts'

interface ApiKeyTableProps {
  project: AnswerOf<'getProject'>
  apiKeys: readonly ApiKey[]
}

export function ApiKeyTable({ project, apiKeys }: ApiKeyTableProps) {
  const { t } = useText()
  const { data: people } = useQuery(peopleQuery(project.organizationId))
  const [asked, setAsked] = useState<ApiKey>()
  const revocation = useRevoke(project.id)
  const columns = [
    t('apiKeys.name'),
    t('apiKeys.grants'),
    t('apiKeys.maker'),
    t('apiKeys.lastUsed'),
    t('apiKeys.expires'),
    '',
  ]
  return (
    <>
      <Table label={t('apiKeys.title')} columns={columns}>
        {apiKeys.map((apiKey) => (
          <ApiKeyRow
            key={apiKey.id}
            apiKey={apiKey}
            maker={people?.people.find(({ id }) => id === apiKey.createdBy)?.name ?? '–'}
            onRevoke={() => setAsked(apiKey)}
          />
        ))}
      </Table>
      <Question
        question={t('apiKeys.revokeQuestion', { name: asked?.name ?? '' })}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        cancelLabel={t('ui.cancel')}
        confirm={{
          label: t('apiKeys.revoke'),
          isDangerous: true,
          onConfirm: () => {
            if (asked) revocation.mutate(asked)
            setAsked(undefined)
          },
        }}
      >
        <p>{t('apiKeys.revokeEffect')}</p>
      </Question>
    </>
  )
}

function useRevoke(projectId: number) {
  const { t } = useText()
  return useAction((apiKey: ApiKey) => api.deleteApiKey({ params: { projectId, apiKeyId: apiKey.id } }), {
    done: ({ name }) => t('apiKeys.revoked', { name }),
    stale: [apiKeysQuery(projectId).queryKey],
  })
}

interface ApiKeyRowProps {
  apiKey: ApiKey
  maker: string
  onRevoke: () => void
}

function ApiKeyRow({ apiKey, maker, onRevoke }: ApiKeyRowProps) {
  const { t } = useText()
  const { name, prefix, scopes, permissions, lastUsedAt } = apiKey
  return (
    <tr>
      <th scope="row">
        <span dir="auto">{name}</span>
        <code dir="ltr" className={styles.prefix}>
          {prefix}…
        </code>
      </th>
      <td>
        <div className={styles.grants}>
          {scopes.map((scope) => (
            <Badge key={scope}>{t(`apiKeys.scope.${SCOPES[scope]}`)}</Badge>
          ))}
          {permissions.map((permission) => (
            <Badge key={permission}>{t(`apiKeys.permission.${PERMISSIONS[permission]}`)}</Badge>
          ))}
        </div>
      </td>
      <td dir="auto">{maker}</td>
      <td>{lastUsedAt === null ? t('apiKeys.never') : <Moment at={lastUsedAt} />}</td>
      <td>
        <Life expiresAt={apiKey.expiresAt} />
      </td>
      <RowActions>
        <Button onClick={onRevoke}>{t('apiKeys.revoke')}</Button>
      </RowActions>
    </tr>
  )
}

function Life({ expiresAt }: { expiresAt: string | null }) {
  const { t, relativeTime } = useText()
  if (expiresAt === null) return t('apiKeys.never')
  const life = lifeOf(expiresAt, Date.now())
  if (life === 'over') return <Badge tone="bad">{t('apiKeys.over')}</Badge>
  if (life === 'endsSoon') return <Badge tone="waiting">{relativeTime(expiresAt)}</Badge>
  return <Moment at={expiresAt} />
}

function Moment({ at }: { at: string }) {
  const { relativeTime, dateTime } = useText()
  return (
    <time dateTime={at} title={dateTime(at)}>
      {relativeTime(at)}
    </time>
  )
}
