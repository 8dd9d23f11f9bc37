import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useText } from '../../../text/context.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { useEditor } from '../editor-context.ts'
import styles from './selection-toolbar.module.css'

/** What can be done with the chosen keys. Not there while none is chosen. */
export function SelectionToolbar() {
  const { t } = useText()
  const { selection } = useEditor()
  const size = useSyncExternalStore(selection.subscribe, () => selection.size)
  if (size === 0) return null
  return (
    <div role="toolbar" aria-label={t('selection.title')} className={styles.toolbar}>
      <span className={styles.count}>{t('selection.count', { count: size })}</span>
      <IconButton className={styles.end} label={t('selection.leave')} onClick={() => selection.clear()}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
