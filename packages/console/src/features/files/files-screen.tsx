import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { namespacesQuery, projectQuery } from '../../api/queries.ts'
import { may, useIsReadOnly, useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Code } from '../../ui/copy.tsx'
import { Page, PagePart } from '../../ui/page.tsx'
import { useLiveNumbers } from '../projects/index.ts'
import { DeploysTable } from './deploys-table.tsx'
import { FileSettings } from './file-settings.tsx'
import styles from './files.module.css'
import { deploysQuery, publishedQuery } from './files-query.ts'
import { PublicationState } from './publication-state.tsx'
import { PublishNow } from './publish-now.tsx'
import { PublishedFiles } from './published-files.tsx'
import { snippetsOf } from './snippets.ts'

/** What applications load: published, with what it is behind by, and how to go back. */
export function FilesScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' })
  return <Files key={projectId} projectId={projectId} />
}

function Files({ projectId }: { projectId: number }) {
  const { t } = useText()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: published } = useSuspenseQuery(publishedQuery(projectId))
  const { data: deploys } = useSuspenseQuery(deploysQuery(projectId))
  const { data: places } = useSuspenseQuery(namespacesQuery(projectId))
  const membership = useMembership(project.organizationId)
  const isReadOnly = useIsReadOnly(project.organizationId)
  useLiveNumbers(projectId)
  // A deploy is of all languages, so it is not for those who see some.
  const mayManage = !isReadOnly && may(membership, 'project.manage')
  const mayPublish = mayManage && membership?.localeCodes === null
  const names = [...places.namespaces].sort((a, b) => Number(b.isDefault) - Number(a.isDefault)).map(({ name }) => name)
  const shown = published.files.find(({ locale }) => locale === project.sourceLocaleCode) ?? published.files[0]
  return (
    <Page
      title={t('files.title')}
      lead={t('files.lead')}
      actions={mayPublish && <PublishNow projectId={projectId} deploys={deploys} />}
    >
      <PublicationState project={project} published={published} deploys={deploys} />
      <PublishedFiles project={project} files={published.files} />
      <FileSettings project={project} mayChange={mayManage} />
      <DeploysTable project={project} deploys={deploys} mayPublish={mayPublish} />
      {shown && (
        <PagePart title={t('files.snippets')}>
          <div className={styles.snippets}>
            {snippetsOf({ project, namespaces: names, url: shown.url }).map(({ label, text }) => (
              <Code key={label} label={label} text={text} />
            ))}
          </div>
        </PagePart>
      )}
    </Page>
  )
}
