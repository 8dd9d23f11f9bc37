import { directionOf } from '../../../text/languages.ts'
import styles from './help-panel.module.css'

/** Both texts, one after the other. */
export function Diff({ before, after, locale }: { before: string; after: string; locale: string }) {
  return (
    <div className={styles.cardText} lang={locale} dir={directionOf(locale)}>
      {before !== '' && <del>{before}</del>} {after !== '' && <ins>{after}</ins>}
    </div>
  )
}
