import { useParams } from '@tanstack/react-router'
import { useMayWrite } from '../../api/read-only.ts'
import { type Membership, useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import {
  FirstProject,
  NewProjectButton,
  ProjectList,
  ProjectSearch,
  useAskedName,
  useProjectPages,
} from '../projects/index.ts'
import { NotFound } from '../shell/not-found.tsx'

export function OrganizationScreen() {
  const { orgId } = useParams({ from: '/signed-in/organizations/$orgId' })
  const membership = useMembership(orgId)
  return membership ? <ProjectsOf key={orgId} membership={membership} /> : <NotFound />
}

function ProjectsOf({ membership: { id, name } }: { membership: Membership }) {
  const { t } = useText()
  const search = useAskedName()
  const { projects, pages } = useProjectPages(id, search)
  const mayCreate = useMayWrite(id, 'project.manage')
  const isEmpty = projects.length === 0
  if (isEmpty && search === '' && mayCreate) return <FirstProject orgId={id} />
  return (
    <Page title={name} actions={<NewProjectButton orgId={id} />}>
      {(search !== '' || pages.hasNextPage || pages.data.pages.length > 1) && <ProjectSearch />}
      {isEmpty && <Nothing>{t(search === '' ? 'projects.noneYet' : 'projects.noneFound')}</Nothing>}
      <ProjectList orgId={id} search={search} label={t('projects.title')} />
    </Page>
  )
}
