import { useText } from '../../text/context.tsx'

export function SignInScreen() {
  const { t } = useText()
  return <h1>{t('signIn.title')}</h1>
}
