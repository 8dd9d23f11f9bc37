import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { projectQuery } from '../../api/queries.ts'
import { ScreenHeading } from '../../ui/screen-heading.tsx'

export function OverviewScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  return (
    <>
      <ScreenHeading title={project.name}>{project.name}</ScreenHeading>
      <ul>
        {project.locales.map(({ code, name }) => (
          <li key={code}>
            <Link to="/projects/$projectId/translate/$locale" params={{ projectId, locale: code }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
