import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { projectQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Sections, sectionLinkClass } from '../../ui/page.tsx'
import { MemoriesSection } from '../memories/index.ts'
import { Allowed } from '../shell/allowed.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { TypesSection } from '../types/index.ts'
import { ChecksSection } from './checks-section.tsx'
import { DeploymentsSection } from './deployments-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { LanguagesSection } from './languages-section.tsx'
import { NamespacesSection } from './namespaces-section.tsx'

/** In the order of their links; each has a name: `settings.<section>`. */
const SECTIONS = {
  general: GeneralSection,
  languages: LanguagesSection,
  namespaces: NamespacesSection,
  memories: MemoriesSection,
  checks: ChecksSection,
  types: TypesSection,
  deployments: DeploymentsSection,
} satisfies Record<string, ComponentType<{ projectId: number }>>

const NAMES = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]

/** What a project is, for those who run it. */
export function SettingsScreen() {
  const { projectId, section } = useParams({ from: '/signed-in/projects/$projectId/settings/$section' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const known = NAMES.find((name) => name === section)
  if (!known) return <NotFound />
  return (
    <Allowed orgId={project.organizationId} needs={['project.manage']}>
      <Settings projectId={projectId} section={known} />
    </Allowed>
  )
}

function Settings({ projectId, section }: { projectId: number; section: keyof typeof SECTIONS }) {
  const { t } = useText()
  const Section = SECTIONS[section]
  return (
    <Sections
      title={t(`settings.${section}`)}
      navLabel={t('settings.title')}
      links={NAMES.map((name) => (
        <Link
          key={name}
          to="/projects/$projectId/settings/$section"
          params={{ projectId, section: name }}
          className={sectionLinkClass}
        >
          {t(`settings.${name}`)}
        </Link>
      ))}
    >
      <Section key={`${projectId}-${section}`} projectId={projectId} />
    </Sections>
  )
}
