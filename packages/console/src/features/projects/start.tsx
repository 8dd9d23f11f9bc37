import { useSuspenseQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { may, useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import { FirstProject } from './first-project.tsx'
import { NewProjectButton } from './new-project-button.tsx'
import { ProjectCards } from './project-cards.tsx'
import styles from './projects.module.css'
import { projectsQuery } from './projects-query.ts'

/** The projects of all organizations of a person, or a way to the first one. */
export function StartScreen() {
  const { t } = useText()
  const { organizations } = useSession()
  const answers = useSuspenseQueries({ queries: organizations.map(({ id }) => projectsQuery(id)) })
  const groups = organizations.map((organization, at) => ({ organization, projects: answers[at]?.data.projects ?? [] }))
  const creating = organizations.find((organization) => may(organization, 'project.manage'))
  const hasProjects = groups.some(({ projects }) => projects.length > 0)
  if (!hasProjects && creating) return <FirstProject orgId={creating.id} />
  return (
    <Page title={t('projects.title')} actions={creating && <NewProjectButton orgId={creating.id} />}>
      {!hasProjects && <Nothing>{t('projects.noneYet')}</Nothing>}
      {groups.map(({ organization: { id, name }, projects }) => (
        <section key={id} className={styles.group} aria-label={name}>
          {organizations.length > 1 && (
            <h2>
              <Link to="/organizations/$orgId" params={{ orgId: id }}>
                {name}
              </Link>
            </h2>
          )}
          <ProjectCards projects={projects} label={name} />
        </section>
      ))}
    </Page>
  )
}
