import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useText } from '../../text/context.tsx'
import { Sections, sectionLinkClass } from '../../ui/page.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { KeyboardSection } from './keyboard-section.tsx'
import { OrganizationsSection } from './organizations-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'

const SECTIONS = {
  profile: ProfileSection,
  password: PasswordSection,
  devices: DevicesSection,
  organizations: OrganizationsSection,
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
    <Sections
      title={t(`account.${known}`)}
      navLabel={t('account.nav')}
      links={NAMES.map((name) => (
        <Link key={name} to="/account/$section" params={{ section: name }} className={sectionLinkClass}>
          {t(`account.${name}`)}
        </Link>
      ))}
    >
      <Section key={known} />
    </Sections>
  )
}
