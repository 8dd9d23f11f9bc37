import type { AnswerOf } from '@parlance/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { projectQuery } from '../../api/queries.ts'
import { useIsReadOnly } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { Allowed } from '../shell/allowed.tsx'
import { ApiKeyTable } from './api-key-table.tsx'
import { apiKeysQuery } from './api-keys-query.ts'
import { CurlPart } from './curl-part.tsx'
import { NewApiKeyDialog } from './new-api-key.tsx'

export function ApiKeysScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/api-keys' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  return (
    <Allowed orgId={project.organizationId} needs={['project.manage']}>
      <ApiKeys key={projectId} project={project} />
    </Allowed>
  )
}

/** With what programs call the service for a project. */
function ApiKeys({ project }: { project: AnswerOf<'getProject'> }) {
  const { t } = useText()
  const { data: apiKeys } = useSuspenseQuery(apiKeysQuery(project.id))
  const isReadOnly = useIsReadOnly(project.organizationId)
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const create = !isReadOnly && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      {t('apiKeys.create')}
    </Button>
  )
  return (
    <Page title={t('apiKeys.title')} lead={t('apiKeys.lead')} actions={create}>
      {apiKeys.length === 0 ? (
        <Nothing>{t('apiKeys.none')}</Nothing>
      ) : (
        <ApiKeyTable project={project} apiKeys={apiKeys} />
      )}
      <CurlPart project={project} />
      {isCreating && (
        <NewApiKeyDialog
          projectId={project.id}
          onClose={() => setCreating(false)}
          onCreated={(made) => {
            setCreating(false)
            setSecret(made)
          }}
        />
      )}
      {secret !== undefined && (
        <SecretDialog secret={secret} onDone={() => setSecret(undefined)}>
          {t('apiKeys.secretHint')}
        </SecretDialog>
      )}
    </Page>
  )
}
