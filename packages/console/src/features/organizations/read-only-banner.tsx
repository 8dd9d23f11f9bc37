import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { organizationQuery } from '../../api/queries.ts'
import { may, useMembership, useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import styles from './organization.module.css'

/** Why nothing can be written in an organization, and what leads out of it; nothing while it can. */
export function ReadOnlyBanner({ orgId }: { orgId: number }) {
  const { t } = useText()
  const membership = useMembership(orgId)
  const { user } = useSession()
  const { data: organization } = useQuery(organizationQuery(orgId))
  if (!organization?.isReadOnly) return null
  const { usage, limits } = organization
  return (
    <section aria-label={t('readOnly.label')} className={styles.banner}>
      <Lock size={16} aria-hidden />
      <p>
        <strong>{t('readOnly.label')}.</strong> {t('readOnly.why', { keys: usage.keys, limit: limits.keys ?? 0 })}{' '}
        {may(membership, 'translation.delete') ? t('readOnly.wayOut') : t('readOnly.ask')}{' '}
        {user.isInstanceAdmin && may(membership, 'organization.manage_settings') && (
          <Link to="/organizations/$orgId/settings" params={{ orgId }}>
            {t('readOnly.raise')}
          </Link>
        )}
      </p>
    </section>
  )
}
