import type { ReactNode } from 'react'
import { useText } from '../text/context.tsx'
import styles from './danger-zone.module.css'

/** What takes everything with it, apart from the rest of a screen. */
export function DangerZone({ children }: { children: ReactNode }) {
  const { t } = useText()
  return (
    <section aria-label={t('ui.dangerZone')} className={styles.zone}>
      <h2>{t('ui.dangerZone')}</h2>
      {children}
    </section>
  )
}
