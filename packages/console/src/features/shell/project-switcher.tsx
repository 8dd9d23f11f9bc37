import { useQueries, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { projectQuery } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { projectsQuery } from '../projects/projects-query.ts'
import styles from './shell.module.css'

export function ProjectSwitcher({ projectId }: { projectId: number | undefined }) {
  const { t } = useText()
  const navigate = useNavigate()
  const { organizations } = useSession()
  const { data: project } = useQuery({ ...projectQuery(projectId ?? 0), enabled: projectId !== undefined })
  const answers = useQueries({ queries: organizations.map(({ id }) => projectsQuery(id)) })
  return (
    <div className={styles.switcher}>
      {project && (
        <Link to="/projects/$projectId" params={{ projectId: project.id }} className={styles.project}>
          {project.name}
        </Link>
      )}
      <Menu
        trigger={
          <IconButton label={t('shell.switchProject')}>
            <ChevronsUpDown size={16} aria-hidden />
          </IconButton>
        }
      >
        {answers.flatMap(({ data }) =>
          data?.projects.map(({ id, name }) => (
            <MenuItem
              key={id}
              onChoose={() => void navigate({ to: '/projects/$projectId', params: { projectId: id } })}
            >
              {name}
            </MenuItem>
          )),
        )}
        {organizations[0] && (
          <MenuItem
            onChoose={() =>
              void navigate({ to: '/organizations/$orgId', params: { orgId: organizations[0]?.id ?? 0 } })
            }
          >
            {t('projects.all')}
          </MenuItem>
        )}
      </Menu>
    </div>
  )
}
