import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { ScreenHeading } from '../../ui/screen-heading.tsx'
import { projectsQuery } from '../projects/projects-query.ts'
import { NotFound } from '../shell/not-found.tsx'

export function OrganizationScreen() {
  const { t } = useText()
  const { orgId } = useParams({ from: '/signed-in/organizations/$orgId' })
  const membership = useMembership(orgId)
  if (!membership) return <NotFound />
  return (
    <>
      <ScreenHeading title={membership.name}>{t('projects.title')}</ScreenHeading>
      <ProjectList orgId={orgId} />
    </>
  )
}

export function ProjectList({ orgId }: { orgId: number }) {
  const { data } = useSuspenseQuery(projectsQuery(orgId))
  return (
    <ul>
      {data.projects.map(({ id, name }) => (
        <li key={id}>
          <Link to="/projects/$projectId" params={{ projectId: id }}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
