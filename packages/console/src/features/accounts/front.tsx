import type { ReactNode } from 'react'
import { ScreenHeading } from '../../ui/screen-heading.tsx'
import styles from './front.module.css'

/** The screens in front of the door: a card in the middle of the page. */
export function Front({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <main className={styles.front}>
      <div className={styles.card}>
        <p className={styles.brand}>
          <img src="/icon.svg" alt="" width={28} height={28} />
          Parlance
        </p>
        <ScreenHeading title={heading}>{heading}</ScreenHeading>
        {children}
      </div>
    </main>
  )
}
