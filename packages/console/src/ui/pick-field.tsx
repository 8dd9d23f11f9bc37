import { Combobox } from '@base-ui/react/combobox'
import { type ReactNode, useState } from 'react'
import fieldStyles from './field.module.css'
import styles from './language-field.module.css'

interface PickFieldProps {
  label: string
  value: string
  /** What can be picked while somebody has typed this much. */
  itemsFor: (typed: string) => readonly string[]
  labelOf: (item: string) => string
  onChange: (item: string) => void
  /** Said where nothing matches. */
  none: ReactNode
  placeholder?: string
  isInvalid?: boolean
}

/** One of many things, or a new one that is typed, as combobox `label`; for tables, whose columns say what it is. */
export function PickField({
  label,
  value,
  itemsFor,
  labelOf,
  onChange,
  none,
  placeholder,
  isInvalid = false,
}: PickFieldProps) {
  const [typed, setTyped] = useState('')
  return (
    <Combobox.Root
      items={itemsFor(typed)}
      value={value === '' ? null : value}
      onValueChange={(item: string | null) => item !== null && onChange(item)}
      onInputValueChange={setTyped}
      itemToStringLabel={labelOf}
      autoHighlight
    >
      <Combobox.Input
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        placeholder={placeholder}
        className={fieldStyles.input}
      />
      <Combobox.Portal>
        <Combobox.Positioner className={styles.positioner} sideOffset={4}>
          <Combobox.Popup className={styles.popup}>
            <Combobox.Empty className={styles.empty}>{none}</Combobox.Empty>
            <Combobox.List>
              {(item: string) => (
                <Combobox.Item key={item} value={item} className={styles.item}>
                  {labelOf(item)}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
