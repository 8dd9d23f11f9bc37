import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { instanceQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Sections, sectionLinkClass } from '../../ui/page.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { KeyboardSection } from './keyboard-section.tsx'
import { LinkedSection } from './linked-section.tsx'
import { OrganizationsSection } from './organizations-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SigningInSection } from './ways/signing-in-section.tsx'

const SECTIONS = {
  profile: ProfileSection,
  password: PasswordSection,
  linked: LinkedSection,
  'signing-in': SigningInSection,
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
  const { data: instance } = useQuery(instanceQuery)
  const known = NAMES.find((name) => name === section)
  if (!known) return <NotFound />
  const Section = SECTIONS[known]
  // Without a provider it has nothing to offer; whoever goes to its address sees what was linked before.
  const isOffered = (name: keyof typeof SECTIONS) =>
    name !== 'linked' || name === known || instance?.signIn.provider != null
  return (
    <Sections
      title={t(`account.${known}`)}
      navLabel={t('account.nav')}
      links={NAMES.filter(isOffered).map((name) => (
        <Link key={name} to="/account/$section" params={{ section: name }} className={sectionLinkClass}>
          {t(`account.${name}`)}
        </Link>
      ))}
    >
      <Section key={known} />
    </Sections>
  )
}
