import type { ReactNode } from 'react'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { lackOf, type ProjectLocale, type Row, useEditor } from './editor-context.ts'
import { KeyActions } from './key-actions.tsx'
import styles from './open-row.module.css'
import { RowSource } from './row-source.tsx'
import { useValueText } from './value-text.ts'
import { WritableRow } from './writable-row.tsx'

interface OpenRowProps {
  row: Row
  locale: ProjectLocale
  /** Whether its field takes the focus when it opens. */
  isFocused?: boolean
  /** Stand beside "Save" where one key fills the screen: "Previous" and "Next". */
  before?: ReactNode
  after?: ReactNode
}

/** A value that somebody works on. Give it key and language as its React key: what is open in it belongs to one value. */
export function OpenRow({ isFocused = true, ...value }: OpenRowProps) {
  const lack = lackOf(useEditor(), value.locale.code)
  return lack ? <ReadOnlyRow {...value} reason={lack} /> : <WritableRow {...value} isFocused={isFocused} />
}

interface ReadOnlyRowProps extends Omit<OpenRowProps, 'isFocused'> {
  reason: 'role' | 'language'
}

function ReadOnlyRow({ row, locale, reason, before, after }: ReadOnlyRowProps) {
  const { t, languageName } = useText()
  const { text } = useValueText({ keyId: row.id, locale: locale.code })
  return (
    <div className={styles.open}>
      <div className={styles.texts}>
        <RowSource row={row} />
        <div className={styles.readOnly} lang={locale.code} dir={directionOf(locale.code)}>
          {text}
        </div>
      </div>
      <div className={styles.foot}>
        <p className={styles.notice}>{t(`openRow.readOnly.${reason}`, { language: languageName(locale) })}</p>
        <div className={styles.actions}>
          {before}
          {after}
          <KeyActions keyId={row.id} />
        </div>
      </div>
    </div>
  )
}
