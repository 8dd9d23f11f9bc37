import { useQueries, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { instanceQuery, projectQuery } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuGroup, MenuItem } from '../../ui/menu.tsx'
import { projectsQuery } from '../projects/index.ts'
import styles from './shell.module.css'

const NewOrganizationDialog = lazy(() =>
  import('../organizations/new-organization.tsx').then((m) => ({ default: m.NewOrganizationDialog })),
)

/** Where one is, and the way to other projects and organizations. */
export function ProjectSwitcher({ projectId, orgId }: { projectId: number | undefined; orgId: number | undefined }) {
  const { t } = useText()
  const [isCreating, setCreating] = useState(false)
  const { organizations } = useSession()
  const { data: project } = useQuery({ ...projectQuery(projectId ?? 0), enabled: projectId !== undefined })
  const organization = projectId === undefined && (organizations.find(({ id }) => id === orgId) ?? organizations[0])
  return (
    <div className={styles.switcher}>
      {project && projectId !== undefined && (
        <Link to="/projects/$projectId" params={{ projectId }} className={styles.place} dir="auto" title={project.name}>
          {project.name}
        </Link>
      )}
      {organization && (
        <Link to="/organizations/$orgId" params={{ orgId: organization.id }} className={styles.place} dir="auto">
          {organization.name}
        </Link>
      )}
      <Menu
        align="start"
        trigger={
          <IconButton label={t('shell.switchProject')}>
            <ChevronsUpDown size={16} aria-hidden />
          </IconButton>
        }
      >
        <Places onCreate={() => setCreating(true)} />
      </Menu>
      <Suspense>{isCreating && <NewOrganizationDialog onClose={() => setCreating(false)} />}</Suspense>
    </div>
  )
}

/** Asked for when the menu opens. */
function Places({ onCreate }: { onCreate: () => void }) {
  const { t } = useText()
  const navigate = useNavigate()
  const { organizations, user } = useSession()
  const { data: instance } = useQuery(instanceQuery)
  const answers = useQueries({ queries: organizations.map(({ id }) => projectsQuery(id)) })
  return (
    <>
      {organizations.map(({ id: orgId, name: organization }, at) => (
        <MenuGroup key={orgId} label={organization}>
          {answers[at]?.data?.projects.map(({ id, name }) => (
            <MenuItem
              key={id}
              onChoose={() => void navigate({ to: '/projects/$projectId', params: { projectId: id } })}
            >
              <span dir="auto">{name}</span>
            </MenuItem>
          ))}
          <MenuItem onChoose={() => void navigate({ to: '/organizations/$orgId', params: { orgId } })}>
            {t('projects.all')}
          </MenuItem>
        </MenuGroup>
      ))}
      {(instance?.registration === 'open' || user.isInstanceAdmin) && (
        <MenuItem onChoose={onCreate}>{t('organizations.create')}</MenuItem>
      )}
    </>
  )
}
