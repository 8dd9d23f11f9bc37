import { classNames } from './class-names.ts'
import styles from './progress.module.css'

interface ProgressProps {
  label: string
  /** Undefined while nobody can say how far it is. */
  value: number | undefined
  max: number
}

/** How far something is, as progressbar `label`. */
export function Progress({ label, value, max }: ProgressProps) {
  const share = value !== undefined && max > 0 ? Math.min(1, value / max) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={value === undefined ? undefined : 0}
      aria-valuemax={value === undefined ? undefined : max}
      aria-valuenow={value}
      className={styles.track}
    >
      <div
        className={classNames(styles.bar, value === undefined && styles.unknown)}
        style={value === undefined ? undefined : { inlineSize: `${share * 100}%` }}
      />
    </div>
  )
}
