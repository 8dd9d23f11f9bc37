import { useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { ScreenHeading } from '../../ui/screen-heading.tsx'
import { ProjectList } from '../organizations/organization.tsx'

export function StartScreen() {
  const { t } = useText()
  const { organizations } = useSession()
  return (
    <>
      <ScreenHeading title={t('projects.title')}>{t('projects.title')}</ScreenHeading>
      {organizations.map(({ id }) => (
        <ProjectList key={id} orgId={id} />
      ))}
    </>
  )
}
