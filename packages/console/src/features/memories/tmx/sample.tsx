import { useText } from '../../../text/context.tsx'
import styles from '../memories.module.css'
import type { ReadTmx } from './read-tmx.ts'
import { reasonOf } from './reasons.ts'

const SHOWN = 3

/** The first units of a file, so that somebody sees whether it is the right one. */
export function Sample({ file: { sample, source } }: { file: ReadTmx }) {
  const { t } = useText()
  if (sample.length === 0) return null
  return (
    <>
      <p className={styles.hint}>{t('memories.sample')}</p>
      <ul className={styles.list} aria-label={t('memories.sample')}>
        {sample.slice(0, SHOWN).map(({ sourceText, translations }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: units have no other name than their place
          <li key={index}>
            <p lang={source} dir="auto">
              {sourceText}
            </p>
            {translations.map(({ locale, text }) => (
              <p key={locale} className={styles.head}>
                {locale}
                <span lang={locale} dir="auto">
                  {text}
                </span>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}

const MOST_SHOWN = 200

/** What of a file was not taken, and why. */
export function TmxErrors({ errors }: { errors: readonly string[] }) {
  const { t } = useText()
  if (errors.length === 0) return null
  return (
    <>
      <ul className={styles.list} aria-label={t('memories.errors')}>
        {errors.slice(0, MOST_SHOWN).map((error) => (
          <li key={error} dir="auto">
            {reasonOf(error, t)}
          </li>
        ))}
      </ul>
      {errors.length > MOST_SHOWN && (
        <p className={styles.hint}>{t('batch.more', { count: errors.length - MOST_SHOWN })}</p>
      )}
    </>
  )
}
