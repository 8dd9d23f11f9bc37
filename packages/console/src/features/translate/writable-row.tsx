import { characterCount } from '@parlance/checks'
import { type ReactNode, useId } from 'react'
import { Conflict } from './conflict.tsx'
import { Counter } from './counter.tsx'
import { type ProjectLocale, type Row, useEditor } from './editor-context.ts'
import { Issues } from './issues.tsx'
import styles from './open-row.module.css'
import { RowButtons } from './row-buttons.tsx'
import { RowSource } from './row-source.tsx'
import { SourceImpact } from './source-impact.tsx'
import { useRowActions, useWritableRow, type WritableRowState } from './use-writable-row.ts'
import { ValueFields } from './value-fields.tsx'

interface WritableRowProps {
  row: Row
  locale: ProjectLocale
  isFocused: boolean
  before?: ReactNode
  after?: ReactNode
}

/** The open row of somebody who may write in it. */
export function WritableRow({ row, locale, isFocused, before, after }: WritableRowProps) {
  const { source: sourceLocale } = useEditor()
  const state = useWritableRow(row, locale)
  const { ref, places, value, source, issues, wishes } = state
  const { replace, insert, copySource, discard, onKeyDown } = useRowActions(state)
  const hasSource = source.text !== '' && locale.code !== sourceLocale.code
  return (
    <div ref={places.row} className={styles.open} onKeyDownCapture={onKeyDown}>
      <div className={styles.texts}>
        <RowSource ref={places.source} row={row} />
        <Value row={row} locale={locale} isFocused={isFocused} state={state} />
      </div>
      <Conflict valueRef={ref} mine={value.text} />
      <RowButtons
        {...{ before, after }}
        keyId={row.id}
        notice={wishes.notice}
        reason={state.reason}
        hasErrors={state.hasErrors}
        hasDraft={value.hasDraft}
        mayApprove={wishes.mayApprove}
        onCopySource={hasSource ? copySource : undefined}
        onDiscard={discard}
        onSave={wishes.save}
        onApprove={() => wishes.ask('approve')}
      />
      {/* Below the buttons: what is found while somebody presses one moves nothing away under the pointer. */}
      <Issues valueRef={ref} issues={issues} onFix={replace} onInsert={insert} />
      {locale.code === sourceLocale.code && <SourceImpact row={row} text={value.text} />}
    </div>
  )
}

interface ValueProps extends Pick<WritableRowProps, 'row' | 'locale' | 'isFocused'> {
  state: WritableRowState
}

function Value({ row, locale, isFocused, state }: ValueProps) {
  const { drafts } = useEditor()
  const id = useId()
  const { ref, places, value, source, limit, isOver, issues, hasErrors, wishes } = state
  return (
    <div className={styles.valueColumn}>
      <ValueFields
        ref={places.written}
        {...{ row, locale, issues, isFocused }}
        text={value.text}
        saved={value.saved}
        source={source.text}
        sourcePlural={source.plural}
        isPlural={source.isPlural}
        describedBy={id}
        isInvalid={isOver || hasErrors}
        counter={<Counter id={id} count={characterCount(value.text)} limit={limit} isOver={isOver} />}
        onChange={(text) => {
          wishes.setNotice(undefined)
          drafts.set(ref, text)
        }}
      />
    </div>
  )
}
