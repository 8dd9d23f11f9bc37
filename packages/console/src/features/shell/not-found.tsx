import { Link } from '@tanstack/react-router'
import { useText } from '../../text/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import styles from './shell.module.css'

export function NotFound() {
  const { t } = useText()
  return (
    <main className={styles.message}>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.hint')}</p>
      <Link to="/" className={buttonClass()}>
        {t('notFound.home')}
      </Link>
    </main>
  )
}
