import type { ReactNode } from 'react'
import styles from './badge.module.css'

type Tone = 'plain' | 'good' | 'waiting' | 'bad' | 'accent'

/** A word about something, set apart. Its colour only underlines what the word says. */
export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
)
