import { useText } from '../../text/context.tsx'
import { ScreenHeading } from '../../ui/screen-heading.tsx'

export function AccountScreen() {
  const { t } = useText()
  return <ScreenHeading title={t('account.nav')}>{t('account.nav')}</ScreenHeading>
}
