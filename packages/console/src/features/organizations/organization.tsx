import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type Membership, may, useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import { FirstProject, NewProjectButton, ProjectCards, projectsQuery } from '../projects/index.ts'
import { NotFound } from '../shell/not-found.tsx'

export function OrganizationScreen() {
  const { orgId } = useParams({ from: '/signed-in/organizations/$orgId' })
  const membership = useMembership(orgId)
  return membership ? <ProjectsOf key={orgId} membership={membership} /> : <NotFound />
}

function ProjectsOf({ membership }: { membership: Membership }) {
  const { t } = useText()
  const { id, name } = membership
  const { data } = useSuspenseQuery(projectsQuery(id))
  const mayCreate = may(membership, 'project.manage')
  if (data.projects.length === 0 && mayCreate) return <FirstProject orgId={id} />
  return (
    <Page title={name} actions={mayCreate && <NewProjectButton orgId={id} />}>
      {data.projects.length === 0 && <Nothing>{t('projects.noneYet')}</Nothing>}
      <ProjectCards projects={data.projects} label={t('projects.title')} />
    </Page>
  )
}
