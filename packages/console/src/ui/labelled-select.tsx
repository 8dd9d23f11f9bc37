import styles from './field.module.css'
import { Select, type SelectProps } from './select.tsx'

/** A Select whose name is seen above it, as fields of a form have it. */
export function LabelledSelect<T extends string>(props: SelectProps<T>) {
  return (
    <div className={styles.field}>
      <span className={styles.label} aria-hidden>
        {props.label}
      </span>
      <Select {...props} />
    </div>
  )
}
