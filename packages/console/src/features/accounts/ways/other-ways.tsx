import { useSuspenseQueries } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../../../text/context.tsx'
import styles from '../front.module.css'
import { Front } from '../front.tsx'
import { identitiesQuery, passkeysQuery } from './ways-queries.ts'

/**
 * After a new password: what opens the account without it. Whoever has registered the address of somebody else may have left
 * themselves a way in. With nothing to show it leads on.
 */
export function OtherWays() {
  const { t, dateTime } = useText()
  const router = useRouter()
  const [{ data: passkeys }, { data: linked }] = useSuspenseQueries({ queries: [passkeysQuery, identitiesQuery] })
  const ways = [
    ...passkeys.passkeys.map(({ id, name, createdAt }) => ({ id: `passkey ${id}`, name, createdAt, at: 'signing-in' })),
    ...linked.identities.map(({ id, provider, issuer, createdAt }) => ({
      id: `identity ${id}`,
      name: provider ?? issuer,
      createdAt,
      at: 'linked',
    })),
  ]
  const hasNone = ways.length === 0
  useEffect(() => {
    if (hasNone) router.history.replace('/')
  }, [hasNone, router])
  if (hasNone) return null
  return (
    <Front heading={t('reset.others')}>
      <p className={styles.lead}>{t('reset.othersLead')}</p>
      <ul className={styles.ways} aria-label={t('reset.others')}>
        {ways.map(({ id, name, createdAt, at }) => (
          <li key={id}>
            <Link to="/account/$section" params={{ section: at }}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <small className={styles.lead}>{t('reset.otherSince', { date: dateTime(createdAt) })}</small>
          </li>
        ))}
      </ul>
      <Link to="/">{t('reset.othersMine')}</Link>
    </Front>
  )
}
