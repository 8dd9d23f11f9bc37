import { useSuspenseQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Membership, may, useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import { FirstProject } from './first-project.tsx'
import { NewProjectButton } from './new-project-button.tsx'
import { ProjectList, ProjectSearch, useAskedName } from './project-list.tsx'
import styles from './projects.module.css'
import { someProjectsQuery } from './projects-query.ts'

/** The projects of all organizations of a person, or a way to the first one. */
export function StartScreen() {
  const { t } = useText()
  const { organizations } = useSession()
  const search = useAskedName()
  const answers = useSuspenseQueries({ queries: organizations.map(({ id }) => someProjectsQuery(id, search)) })
  const groups = organizations.filter((_, at) => answers[at]?.data.projects.length)
  const creating = organizations.find((organization) => may(organization, 'project.manage'))
  if (search === '' && groups.length === 0 && creating) return <FirstProject orgId={creating.id} />
  return (
    <Page title={t('projects.title')} actions={creating && <NewProjectButton orgId={creating.id} />}>
      {(search !== '' || answers.some(({ data }) => data.hasMore)) && <ProjectSearch />}
      {groups.length === 0 && <Nothing>{t(whyNone(organizations.length, search))}</Nothing>}
      {groups.map((organization) => (
        <Group key={organization.id} organization={organization} search={search} isAlone={organizations.length === 1} />
      ))}
    </Page>
  )
}

function whyNone(organizations: number, search: string) {
  if (organizations === 0) return 'account.noOrganizations'
  return search === '' ? 'projects.noneYet' : 'projects.noneFound'
}

interface GroupProps {
  organization: Membership
  search: string
  isAlone: boolean
}

function Group({ organization: { id, name }, search, isAlone }: GroupProps) {
  return (
    <section className={styles.group} aria-label={name}>
      {!isAlone && (
        <h2>
          <Link to="/organizations/$orgId" params={{ orgId: id }}>
            {name}
          </Link>
        </h2>
      )}
      <ProjectList orgId={id} search={search} label={name} />
    </section>
  )
}
