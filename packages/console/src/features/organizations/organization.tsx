import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type Membership, may, useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { ScreenHeading } from '../../ui/screen-heading.tsx'
import { FirstProject, NewProjectButton, ProjectCards, projectsQuery } from '../projects/index.ts'
import { NotFound } from '../shell/not-found.tsx'
import styles from './organization.module.css'

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
    <div className={styles.screen}>
      <div className={styles.top}>
        <ScreenHeading title={name}>{name}</ScreenHeading>
        {mayCreate && <NewProjectButton orgId={id} />}
      </div>
      {data.projects.length === 0 && <p className={styles.lead}>{t('projects.noneYet')}</p>}
      <ProjectCards projects={data.projects} label={t('projects.title')} />
    </div>
  )
}
