import { lazy, Suspense } from 'react'
import { useText } from '../../../text/context.tsx'
import { useEditor } from '../editor-context.ts'
import styles from './help-panel.module.css'

// Not before somebody opens a row: the list is there sooner.
const HelpFor = lazy(async () => ({ default: (await import('./help-for.tsx')).HelpFor }))

/** What helps with the open key. */
export function HelpPanel() {
  const { t } = useText()
  const { search } = useEditor()
  return (
    <aside className={styles.panel} aria-label={t('help.title')} tabIndex={-1}>
      {search.key === undefined ? (
        <p className={styles.hint}>{t('help.noKey')}</p>
      ) : (
        <Suspense>
          <HelpFor keyId={search.key} />
        </Suspense>
      )}
    </aside>
  )
}
