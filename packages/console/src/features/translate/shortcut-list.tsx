import { useText } from '../../text/context.tsx'
import { keysOf, SHORTCUTS } from './shortcuts.ts'
import styles from './shortcuts-dialog.module.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** All keys of the editor, by what somebody is doing. */
export function ShortcutList() {
  const { t } = useText()
  return (
    <div className={styles.groups}>
      {SHORTCUTS.map(({ title, shortcuts }) => (
        <section key={title}>
          <h3 className={styles.title}>{t(title)}</h3>
          <dl className={styles.list}>
            {shortcuts.map((shortcut) => (
              <div key={shortcut.does} className={styles.shortcut}>
                <dt>{t(shortcut.does)}</dt>
                <dd>
                  {keysOf(shortcut, isMac).map((keys) => (
                    <kbd key={keys}>{keys}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
