import { useId, useState } from 'react'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { formatted } from './formatted.ts'
import { formFor, type Plural } from './plural.ts'
import styles from './try-number.module.css'

/** A number, and how the message tells it. */
export function TryNumber({ plural, text, locale }: { plural: Plural; text: string; locale: string }) {
  const { t } = useText()
  const id = useId()
  const [number, setNumber] = useState('3')
  const tried = Number(number)
  const isNumber = number !== '' && Number.isFinite(tried)
  const form = isNumber ? formFor(plural, tried, locale) : undefined
  return (
    <div className={styles.try}>
      <label htmlFor={id}>{t('plural.try')}</label>
      <input
        id={id}
        className={styles.number}
        type="number"
        step="any"
        value={number}
        onChange={(event) => setNumber(event.target.value)}
      />
      {form !== undefined && text !== '' && (
        <output htmlFor={id} aria-live="off" className={styles.result}>
          <span className={styles.form}>{form}</span>
          <span lang={locale} dir={directionOf(locale)}>
            {formatted(text, plural.argument, tried, locale) ?? t('plural.unreadable')}
          </span>
        </output>
      )}
    </div>
  )
}
