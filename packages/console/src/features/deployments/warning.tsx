import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './warning.module.css'

interface WarningProps {
  title: string
  /** What would break, each in a sentence. */
  children: ReactNode
}

/** What a change would break, as group `title`. */
export function Warning({ title, children }: WarningProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing in it is a field
    <div role="group" aria-labelledby={id} className={styles.warning}>
      <TriangleAlert size={15} aria-hidden className={styles.icon} />
      <p id={id} className={styles.title}>
        {title}
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: without its marks, some browsers take it for no list */}
      <ul role="list" className={styles.list}>
        {children}
      </ul>
    </div>
  )
}
