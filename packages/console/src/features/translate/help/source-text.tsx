import { useQuery } from '@tanstack/react-query'
import { directionOf } from '../../../text/languages.ts'
import { classNames } from '../../../ui/class-names.ts'
import { type ProjectLocale, type Row, useEditor } from '../editor-context.ts'
import { termsQuery } from './queries.ts'
import { partsOf } from './source-parts.ts'
import styles from './source-text.module.css'
import { askedFor, useIsSettled } from './use-help.ts'

/** The source of an open row: terms underlined, placeholders marked. Words that are selected in it can become a term. */
export function SourceText({ row, locale }: { row: Row; locale: ProjectLocale }) {
  const editor = useEditor()
  const isSettled = useIsSettled(row.id)
  const asked = askedFor(editor, row)
  const { data } = useQuery({ ...termsQuery(asked), enabled: isSettled && asked.text !== '' })
  const parts = partsOf(asked.text, data?.hits ?? [], [])
  return (
    <div className={styles.text} lang={locale.code} dir={directionOf(locale.code)} data-source-text>
      {parts.map(({ start, text, isTerm, isForbidden, isPlaceholder }) => {
        const Tag = isTerm ? 'mark' : isPlaceholder ? 'bdi' : 'span'
        return (
          <Tag
            key={start}
            className={classNames(
              isTerm && styles.term,
              isForbidden && styles.forbidden,
              isPlaceholder && styles.placeholder,
            )}
          >
            {text}
          </Tag>
        )
      })}
    </div>
  )
}
