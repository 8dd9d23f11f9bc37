import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useText } from '../../text/context.tsx'
import { ScreenHeading } from '../../ui/screen-heading.tsx'
import { NotFound } from '../shell/not-found.tsx'
import styles from './account.module.css'
import { AppearanceSection } from './appearance-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { KeyboardSection } from './keyboard-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'

const SECTIONS = {
  profile: ProfileSection,
  password: PasswordSection,
  devices: DevicesSection,
  appearance: AppearanceSection,
  keyboard: KeyboardSection,
} satisfies Record<string, ComponentType>

const NAMES = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]

/** What belongs to a person and to no project. */
export function AccountScreen() {
  const { t } = useText()
  const { section } = useParams({ from: '/signed-in/account/$section' })
  const known = NAMES.find((name) => name === section)
  if (!known) return <NotFound />
  const Section = SECTIONS[known]
  return (
    <div className={styles.screen}>
      <nav aria-label={t('account.nav')} className={styles.nav}>
        {NAMES.map((name) => (
          <Link key={name} to="/account/$section" params={{ section: name }} className={styles.link}>
            {t(`account.${name}`)}
          </Link>
        ))}
      </nav>
      <section className={styles.section}>
        <ScreenHeading key={`heading of ${known}`} title={t(`account.${known}`)}>
          {t(`account.${known}`)}
        </ScreenHeading>
        <Section key={known} />
      </section>
    </div>
  )
}
