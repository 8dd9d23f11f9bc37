import { useQuery } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { ownAddress } from '../../address.ts'
import { instanceQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import styles from './front.module.css'
import { Front } from './front.tsx'
import { WaysIn } from './sign-in-form.tsx'

export function SignInScreen() {
  const { t } = useText()
  const router = useRouter()
  const { next } = useSearch({ from: '/sign-in' })
  const { data: instance } = useQuery(instanceQuery)
  const hasPasswords = instance?.signIn.hasPasswords
  return (
    <Front heading={t('signIn.title')}>
      <WaysIn
        returnTo={ownAddress(next)}
        onDone={(isSame) => (isSame ? router.history.replace(ownAddress(next)) : location.replace(ownAddress(next)))}
      >
        {hasPasswords && instance.sendsMail && <Link to="/forgot">{t('signIn.forgot')}</Link>}
        {hasPasswords && !instance.sendsMail && <p className={styles.lead}>{t('signIn.forgotAsk')}</p>}
        {instance?.registration === 'open' && <Link to="/welcome">{t('signIn.register')}</Link>}
      </WaysIn>
    </Front>
  )
}
