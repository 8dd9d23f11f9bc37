import styles from './progress.module.css'

interface ProgressProps {
  label: string
  value: number
  max: number
}

/** How far something is, as progressbar `label`. */
export function Progress({ label, value, max }: ProgressProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={styles.track}
    >
      <div className={styles.bar} style={{ inlineSize: `${share * 100}%` }} />
    </div>
  )
}
