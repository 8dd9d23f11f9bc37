import { type ReactNode, useEffect, useRef } from 'react'
import { may } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { Button } from '../../ui/button.tsx'
import { type ProjectLocale, type Row, useEditor } from './editor-context.ts'
import type { ValueField } from './field/value-field.ts'
import { ValueTextbox } from './field/value-textbox.tsx'
import styles from './open-row.module.css'
import { useValueText } from './value-text.ts'

interface OpenRowProps {
  row: Row
  locale: ProjectLocale
  /** Whether its field takes the focus when it opens. */
  isFocused?: boolean
  /** Stand beside "Save" where one key fills the screen: "Previous" and "Next". */
  before?: ReactNode
  after?: ReactNode
}

/** A value that somebody works on: the source, its field, and what can be done with it. Give it the key and the language as `key`. */
export function OpenRow({ row, locale, isFocused = true, before, after }: OpenRowProps) {
  const { t } = useText()
  const editor = useEditor()
  const { drafts, saves, membership, source } = editor
  const field = useRef<ValueField>(null)
  const sourceBox = useRef<HTMLDivElement>(null)
  const ref = { keyId: row.id, locale: locale.code }
  const { text, hasDraft } = useValueText(ref)
  const sourceText = row.translations[source.code]?.value ?? ''
  useOpenValue(row.id, locale.code, field, sourceBox)

  const save = (status?: 'translated') => {
    const written = field.current?.text() ?? text
    if (drafts.get(ref)) saves.save(ref, written, status ? { status } : {})
    else if (status) saves.setStatus(ref, status)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      save(event.shiftKey && may(membership, 'translation.review') ? 'translated' : undefined)
      editor.step(1)
    } else if (event.key === 's' && !event.shiftKey) {
      event.preventDefault()
      save()
    }
  }
  return (
    <div className={styles.open} onKeyDownCapture={onKeyDown}>
      <div className={styles.texts}>
        <div ref={sourceBox} className={styles.source} lang={source.code} dir={directionOf(source.code)}>
          {sourceText}
        </div>
        <ValueTextbox
          ref={field}
          text={text}
          label={t('openRow.value', { language: locale.name })}
          locale={locale.code}
          direction={directionOf(locale.code)}
          isFocused={isFocused}
          onChange={(written) => drafts.set(ref, written)}
        />
      </div>
      <div className={styles.actions}>
        <Button kind="quiet" onClick={() => field.current?.replace(sourceText)}>
          {t('openRow.copySource')}
        </Button>
        {hasDraft && (
          <Button kind="quiet" onClick={() => drafts.discard(ref)}>
            {t('openRow.discard')}
          </Button>
        )}
        {before}
        <Button onClick={() => save()}>{t('openRow.save')}</Button>
        {may(membership, 'translation.review') && (
          <Button kind="primary" onClick={() => save('translated')}>
            {t('openRow.approve')}
          </Button>
        )}
        {after}
      </div>
    </div>
  )
}

/** Tells the editor how others reach this field. */
function useOpenValue(
  keyId: number,
  locale: string,
  field: React.RefObject<ValueField | null>,
  sourceBox: React.RefObject<HTMLElement | null>,
) {
  const { openValue, drafts } = useEditor()
  useEffect(() => {
    const value = {
      keyId,
      locale,
      text: () => field.current?.text() ?? '',
      replace(text: string, origin?: { tmEntryId?: number }) {
        field.current?.replace(text)
        if (origin) drafts.set({ keyId, locale }, text, origin)
      },
      insert: (text: string) => field.current?.insert(text),
      selectedSource() {
        const selection = getSelection()
        return selection && sourceBox.current?.contains(selection.anchorNode) ? selection.toString().trim() : ''
      },
      focus: () => field.current?.focus(),
    }
    openValue.current = value
    return () => {
      if (openValue.current === value) openValue.current = null
    }
  }, [keyId, locale, openValue, drafts, field, sourceBox])
}
