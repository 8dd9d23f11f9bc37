import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { directionOf } from '../../../text/languages.ts'
import { classNames } from '../../../ui/class-names.ts'
import { type ProjectLocale, type Row, useEditor } from '../editor-context.ts'
import { marksIn } from '../placeholders.ts'
import { termsQuery } from './queries.ts'
import { partsOf } from './source-parts.ts'
import styles from './source-text.module.css'
import { askedFor, useIsSettled } from './use-help.ts'

interface SourceTextProps {
  row: Row
  locale: ProjectLocale
  /** One form of a plural: where it stands in the source, and what it counts. */
  form?: { start: number; end: number; argument: string }
}

/** The source of an open row: terms underlined, placeholders marked. Words that are selected in it can become a term. */
export function SourceText({ row, locale, form }: SourceTextProps) {
  const editor = useEditor()
  const isSettled = useIsSettled(row.id)
  const asked = askedFor(editor, row)
  const { data } = useQuery({ ...termsQuery(asked), enabled: isSettled && asked.text !== '' })
  const { start: from, end: to, argument } = form ?? { start: 0, end: asked.text.length, argument: undefined }
  const shown = asked.text.slice(from, to)
  const marks = useMemo(
    () => marksIn(shown, { syntax: row.syntax, pluralArgument: argument }),
    [shown, row.syntax, argument],
  )
  const terms = (data?.hits ?? [])
    .filter(({ start, end }) => start >= from && end <= to)
    .map((hit) => ({ ...hit, start: hit.start - from, end: hit.end - from }))
  const parts = partsOf(shown, terms, marks)
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
