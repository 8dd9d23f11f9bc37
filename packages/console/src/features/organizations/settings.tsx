import type { AnswerOf } from '@parlance/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { organizationQuery } from '../../api/queries.ts'
import { useMembership, useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { PagePart, Sections, sectionLinkClass } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { AuditLog } from '../audit/index.ts'
import { Allowed } from '../shell/allowed.tsx'
import { Closing } from './closing.tsx'
import { KeyLimitForm, OrganizationNameForm } from './forms.tsx'
import styles from './organization.module.css'

type Organization = AnswerOf<'getOrganization'>

export function OrganizationSettingsScreen() {
  const { orgId } = useParams({ from: '/signed-in/organizations/$orgId/settings' })
  return (
    <Frame orgId={orgId} section="general">
      <General key={orgId} orgId={orgId} />
    </Frame>
  )
}

export function OrganizationAuditScreen() {
  const { orgId } = useParams({ from: '/signed-in/organizations/$orgId/settings/audit' })
  return (
    <Frame orgId={orgId} section="audit">
      <AuditLog key={orgId} orgId={orgId} />
    </Frame>
  )
}

interface FrameProps {
  orgId: number
  section: 'general' | 'audit'
  children: ReactNode
}

function Frame({ orgId, section, children }: FrameProps) {
  const { t } = useText()
  const links = [
    ['/organizations/$orgId/settings', t('settings.general')],
    ['/organizations/$orgId/settings/audit', t('audit.title')],
  ] as const
  return (
    <Allowed orgId={orgId} needs={['organization.manage_settings']}>
      <Sections
        title={section === 'general' ? t('settings.general') : t('audit.title')}
        navLabel={t('settings.title')}
        links={links.map(([to, name]) => (
          <Link
            key={to}
            to={to}
            params={{ orgId }}
            activeOptions={{ exact: true, includeSearch: false }}
            className={sectionLinkClass}
          >
            {name}
          </Link>
        ))}
      >
        {children}
      </Sections>
    </Allowed>
  )
}

function General({ orgId }: { orgId: number }) {
  const { t } = useText()
  const { user } = useSession()
  const { data: organization } = useSuspenseQuery(organizationQuery(orgId))
  const membership = useMembership(orgId)
  return (
    <>
      <OrganizationNameForm organization={organization} />
      <PagePart title={t('organization.usage')}>
        <Usage organization={organization} />
        {user.isInstanceAdmin && <KeyLimitForm key={organization.limits.keys} organization={organization} />}
      </PagePart>
      {membership?.role === 'owner' && membership.localeCodes === null && <Closing organization={organization} />}
    </>
  )
}

/** How much there is, beside how much there may be. */
function Usage({ organization: { usage, limits } }: { organization: Organization }) {
  const { t } = useText()
  return (
    <ul className={styles.usage}>
      <UsedOf label={t('settings.keys')} used={usage.keys} limit={limits.keys} />
      {limits.machineTranslationCharacters !== undefined && (
        <UsedOf
          label={t('organization.characters')}
          used={usage.machineTranslationCharacters ?? 0}
          limit={limits.machineTranslationCharacters}
        />
      )}
    </ul>
  )
}

function UsedOf({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  const { t } = useText()
  return (
    <li className={styles.used}>
      <span className={styles.usedName}>{label}</span>
      <span className={styles.usedCount}>
        {limit === null ? t('organization.unlimited', { used }) : t('organization.usedOf', { used, limit })}
      </span>
      {limit !== null && <Progress label={label} value={Math.min(used, limit)} max={limit} />}
    </li>
  )
}
