import { Link } from '@tanstack/react-router'
import { useText } from '../../text/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { ScreenHeading } from '../../ui/screen-heading.tsx'
import styles from './shell.module.css'

export function NotFound() {
  const { t } = useText()
  return (
    <div className={styles.message}>
      <ScreenHeading title={t('notFound.title')}>{t('notFound.title')}</ScreenHeading>
      <p>{t('notFound.hint')}</p>
      <Link to="/" className={buttonClass()}>
        {t('notFound.home')}
      </Link>
    </div>
  )
}

/** Where there is no shell around it. */
export const NotFoundPage = () => (
  <main>
    <NotFound />
  </main>
)
