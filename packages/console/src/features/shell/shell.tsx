import { Outlet } from '@tanstack/react-router'
import { useText } from '../../text/context.tsx'
import styles from './shell.module.css'

export function Shell() {
  const { t } = useText()
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <header className={styles.header}>Parlance</header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </div>
  )
}
