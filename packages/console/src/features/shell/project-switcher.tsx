import { useQueries, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { instanceQuery, projectQuery } from '../../api/queries.ts'
import { type Membership, useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuGroup, MenuItem } from '../../ui/menu.tsx'
import { someProjectsQuery } from '../projects/index.ts'
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
        <Places orgId={project?.organizationId ?? orgId} onCreate={() => setCreating(true)} />
      </Menu>
      <Suspense>{isCreating && <NewOrganizationDialog onClose={() => setCreating(false)} />}</Suspense>
    </div>
  )
}

/** Of so many organizations the menu shows projects, of others their names alone. */
const SHOWN = 5

/** Those whose projects are shown, with the one where somebody is first, and the others. */
function useOrganizations(orgId: number | undefined): [Membership[], Membership[]] {
  const { organizations } = useSession()
  const here = organizations.filter(({ id }) => id === orgId)
  const sorted = [...here, ...organizations.filter(({ id }) => id !== orgId)]
  return [sorted.slice(0, SHOWN), sorted.slice(SHOWN)]
}

/** Asked for when the menu opens. */
function Places({ orgId, onCreate }: { orgId: number | undefined; onCreate: () => void }) {
  const { t } = useText()
  const navigate = useNavigate()
  const { user } = useSession()
  const [shown, others] = useOrganizations(orgId)
  const { data: instance } = useQuery(instanceQuery)
  const answers = useQueries({ queries: shown.map(({ id }) => someProjectsQuery(id)) })
  return (
    <>
      {shown.map(({ id, name }, at) => (
        <OrganizationPlaces key={id} orgId={id} name={name} projects={answers[at]?.data?.projects ?? []} />
      ))}
      {others.length > 0 && (
        <MenuGroup label={t('organizations.others')}>
          {others.map(({ id, name }) => (
            <MenuItem key={id} onChoose={() => void navigate({ to: '/organizations/$orgId', params: { orgId: id } })}>
              <span dir="auto">{name}</span>
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      {(instance?.registration === 'open' || user.isInstanceAdmin) && (
        <MenuItem onChoose={onCreate}>{t('organizations.create')}</MenuItem>
      )}
    </>
  )
}

interface OrganizationPlacesProps {
  orgId: number
  name: string
  projects: readonly { id: number; name: string }[]
}

/** Some of its projects; the screen with all of them finds the others. */
function OrganizationPlaces({ orgId, name: organization, projects }: OrganizationPlacesProps) {
  const { t } = useText()
  const navigate = useNavigate()
  return (
    <MenuGroup label={organization}>
      {projects.map(({ id, name }) => (
        <MenuItem key={id} onChoose={() => void navigate({ to: '/projects/$projectId', params: { projectId: id } })}>
          <span dir="auto">{name}</span>
        </MenuItem>
      ))}
      <MenuItem onChoose={() => void navigate({ to: '/organizations/$orgId', params: { orgId } })}>
        {t('projects.all')}
      </MenuItem>
    </MenuGroup>
  )
}
