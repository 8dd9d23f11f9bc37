import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import { classNames } from './class-names.ts'

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  label: string
  /** Said with it, but not part of its name. */
  detail?: ReactNode
  onChange: (isChosen: boolean) => void
}

const Choice = ({
  type,
  label,
  detail,
  onChange,
  className,
  ...rest
}: ChoiceProps & { type: 'checkbox' | 'radio' }) => {
  const id = useId()
  return (
    <div className={classNames(styles.choice, className)}>
      <input
        id={id}
        type={type}
        className={styles.box}
        aria-describedby={detail === undefined ? undefined : `${id}-detail`}
        onChange={(event) => onChange(event.target.checked)}
        {...rest}
      />
      <label htmlFor={id}>{label}</label>
      {detail !== undefined && (
        <span id={`${id}-detail`} className={styles.detail}>
          {detail}
        </span>
      )}
    </div>
  )
}

export const Checkbox = (props: ChoiceProps) => <Choice type="checkbox" {...props} />

/** Those of one group have one `name`. */
export const Radio = (props: ChoiceProps) => <Choice type="radio" {...props} />

/** Takes effect at once, as switch `label`. */
export const Switch = (props: ChoiceProps) => <Choice type="checkbox" role="switch" {...props} />

/** Checkboxes or radios that belong together, as group `label`. */
export function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.choices}>{children}</div>
    </fieldset>
  )
}
