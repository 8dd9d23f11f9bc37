import { Select as BaseSelect } from '@base-ui/react/select'
import { ChevronDown } from 'lucide-react'
import styles from './select.module.css'

export interface Choice<T extends string> {
  value: T
  label: string
  /** Said beside it, such as how much there is to do. */
  detail?: string
}

export interface SelectProps<T extends string> {
  label: string
  value: T
  choices: readonly Choice<T>[]
  onChange: (value: T) => void
}

/** One of a few things, as combobox `label`. */
export function Select<T extends string>({ label, value, choices, onChange }: SelectProps<T>) {
  return (
    <BaseSelect.Root items={choices} value={value} onValueChange={(chosen) => chosen !== null && onChange(chosen as T)}>
      <BaseSelect.Trigger className={styles.trigger} aria-label={label}>
        <BaseSelect.Value />
        <ChevronDown size={14} aria-hidden />
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner className={styles.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <BaseSelect.Popup className={styles.popup}>
            {choices.map(({ value: choice, label: name, detail }) => (
              <BaseSelect.Item key={choice} value={choice} className={styles.item}>
                <BaseSelect.ItemText>{name}</BaseSelect.ItemText>
                {detail !== undefined && <span className={styles.detail}>{detail}</span>}
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}
