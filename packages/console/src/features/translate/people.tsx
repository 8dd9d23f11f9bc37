import { useText } from '../../text/context.tsx'
import type { Person, Presence, ValueRef } from './editor-context.ts'
import styles from './people.module.css'
import { usePeopleAt } from './presence.ts'

/** Initials of people who have the same value open. */
export function People({ presence, keyId, locale }: ValueRef & { presence: Presence }) {
  return <Initials people={usePeopleAt({ keyId, locale }, presence)} />
}

export function Initials({ people }: { people: readonly Person[] }) {
  const { t } = useText()
  return people.map(({ userId, name }) => (
    <span key={userId} role="img" className={styles.person} title={name} aria-label={t('row.isHere', { name })}>
      {initials(name)}
    </span>
  ))
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => String.fromCodePoint(part.codePointAt(0) ?? 32).toLocaleUpperCase())
    .join('')
