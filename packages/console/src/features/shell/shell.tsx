import { Outlet } from '@tanstack/react-router'
import { useText } from '../../text/context.tsx'
import { Header } from './header.tsx'
import styles from './shell.module.css'

/** Header and content of every screen for people who are signed in. */
export function Shell() {
  const { t } = useText()
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <Header />
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </div>
  )
}
