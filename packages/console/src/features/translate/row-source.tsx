import { Fragment, memo, type Ref, useMemo } from 'react'
import { useText } from '../../text/context.tsx'
import { type Row, useEditor } from './editor-context.ts'
import { SourceText } from './help/source-text.tsx'
import styles from './open-row.module.css'
import { formSpans, readPlural } from './plural.ts'

/** What is translated: the source, form by form where it is a plural, and what is known about it. Typing does not draw it. */
export const RowSource = memo(function RowSource({ row, ref }: { row: Row; ref?: Ref<HTMLDivElement> }) {
  const { t, languageName } = useText()
  const { source } = useEditor()
  const text = row.translations[source.code]?.value ?? ''
  const forms = useMemo(() => {
    const plural = readPlural(text)
    return plural ? Array.from(formSpans(text), ([name, span]) => ({ name, argument: plural.argument, ...span })) : []
  }, [text])
  return (
    <div className={styles.sourceColumn}>
      <div ref={ref} className={styles.source}>
        {forms.length === 0 ? (
          <SourceText row={row} locale={source} />
        ) : (
          forms.map((form) => (
            <div key={form.name} className={styles.sourceForm}>
              <span className={styles.formName}>{form.name}</span>
              <SourceText row={row} locale={source} form={form} />
            </div>
          ))
        )}
        {text === '' && <p className={styles.meta}>{t('openRow.noSource', { language: languageName(source) })}</p>}
      </div>
      <Meta row={row} />
    </div>
  )
})

/** "Max 40 · button label" */
function Meta({ row: { characterLimit, description, namespace, namespaceId } }: { row: Row }) {
  const { t } = useText()
  const { project } = useEditor()
  const parts = [
    characterLimit === null ? undefined : t('openRow.limit', { limit: characterLimit }),
    description?.split('\n', 1)[0] || undefined,
    namespaceId === project.defaultNamespaceId ? undefined : namespace,
  ].filter((part) => part !== undefined)
  if (parts.length === 0) return null
  return (
    <p className={styles.meta}>
      {parts.map((part, place) => (
        <Fragment key={part}>
          {place > 0 && ' · '}
          {/* Of whatever language: a full stop stays at its end. */}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </p>
  )
}
