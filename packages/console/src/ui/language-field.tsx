import { Combobox } from '@base-ui/react/combobox'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { X } from 'lucide-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { useText } from '../text/context.tsx'
import { directionOf } from '../text/languages.ts'
import fieldStyles from './field.module.css'
import { languagesFor } from './language-codes.ts'
import styles from './language-field.module.css'

function useLanguages(typed: string) {
  const { locale } = useText()
  return useMemo(() => languagesFor(locale, typed), [locale, typed])
}

interface Named {
  label: string
}

interface LanguageFieldProps extends Named {
  /** None yet: null. */
  value: string | null
  onChange: (code: string) => void
}

/** One language, as combobox `label`; codes that the list does not know can be typed. */
export function LanguageField({ label, value, onChange }: LanguageFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const { codes, labelOf } = useLanguages(typed)
  return (
    <Combobox.Root
      items={codes}
      value={value}
      onValueChange={(code) => code !== null && onChange(code)}
      onInputValueChange={setTyped}
      itemToStringLabel={labelOf}
      autoHighlight
    >
      <div className={fieldStyles.field}>
        <label htmlFor={id} className={fieldStyles.label}>
          {label}
        </label>
        <Combobox.Input id={id} aria-label={label} className={fieldStyles.input} />
      </div>
      <Codes labelOf={labelOf} />
    </Combobox.Root>
  )
}

interface LanguagesFieldProps extends Named {
  hint?: ReactNode
  values: string[]
  onChange: (codes: string[]) => void
}

/** Some languages, as combobox `label`; the chosen ones stand before it. */
export function LanguagesField(props: LanguagesFieldProps) {
  return (
    // Arrow keys go along the chosen ones.
    <DirectionProvider direction={directionOf(useText().locale)}>
      <ChosenLanguages {...props} />
    </DirectionProvider>
  )
}

function ChosenLanguages({ label, hint, values, onChange }: LanguagesFieldProps) {
  const { t } = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const { codes, labelOf } = useLanguages(typed)
  return (
    <Combobox.Root
      multiple
      items={codes}
      value={values}
      onValueChange={onChange}
      onInputValueChange={setTyped}
      itemToStringLabel={labelOf}
      autoHighlight
    >
      <div className={fieldStyles.field}>
        <label htmlFor={id} className={fieldStyles.label}>
          {label}
        </label>
        <Combobox.Chips className={styles.chips}>
          {values.map((code) => (
            <Combobox.Chip key={code} className={styles.chip} aria-label={labelOf(code)}>
              {labelOf(code)}
              <Combobox.ChipRemove className={styles.remove} aria-label={t('ui.remove', { name: labelOf(code) })}>
                <X size={12} aria-hidden />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            id={id}
            aria-label={label}
            className={styles.input}
            aria-describedby={hint ? `${id}-hint` : undefined}
          />
        </Combobox.Chips>
        {hint !== undefined && (
          <p id={`${id}-hint`} className={fieldStyles.hint}>
            {hint}
          </p>
        )}
      </div>
      <Codes labelOf={labelOf} />
    </Combobox.Root>
  )
}

function Codes({ labelOf }: { labelOf: (code: string) => string }) {
  const { t } = useText()
  return (
    <Combobox.Portal>
      <Combobox.Positioner className={styles.positioner} sideOffset={4}>
        <Combobox.Popup className={styles.popup}>
          <Combobox.Empty className={styles.empty}>{t('ui.noLanguage')}</Combobox.Empty>
          <Combobox.List>
            {(code: string) => (
              <Combobox.Item key={code} value={code} className={styles.item}>
                {labelOf(code)}
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
