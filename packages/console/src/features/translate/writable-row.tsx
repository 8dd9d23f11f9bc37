import { characterCount, isLonger } from '@parlance/checks'
import { limits } from '@parlance/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useCallback, useId, useMemo, useRef } from 'react'
import { organizationQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { openErrors } from './checks.ts'
import { Counter } from './counter.tsx'
import { type ProjectLocale, type Row, useEditor } from './editor-context.ts'
import { Issues } from './issues.tsx'
import styles from './open-row.module.css'
import { openRowAction } from './open-row-keys.ts'
import { readPlural } from './plural.ts'
import { RowButtons } from './row-buttons.tsx'
import { RowSource } from './row-source.tsx'
import type { Wish } from './save-rules.ts'
import { useIssues } from './use-issues.ts'
import { useOpenValue } from './use-open-value.ts'
import { useSaveOnLeave } from './use-save-on-leave.ts'
import { useSaveWishes } from './use-save-wishes.ts'
import { ValueFields } from './value-fields.tsx'
import { useValueText } from './value-text.ts'
import type { WrittenValue } from './written-value.ts'

interface WritableRowProps {
  row: Row
  locale: ProjectLocale
  isFocused: boolean
  before?: ReactNode
  after?: ReactNode
}

const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.platform)

/** The open row of somebody who may write in it. */
export function WritableRow({ row, locale, isFocused, before, after }: WritableRowProps) {
  const { t } = useText()
  const { step, drafts, source: sourceLocale } = useEditor()
  const announce = useAnnounce()
  const id = useId()
  const ref = useMemo(() => ({ keyId: row.id, locale: locale.code }), [row.id, locale.code])
  const place = useRef<HTMLDivElement>(null)
  const written = useRef<WrittenValue>(null)
  const sourceBox = useRef<HTMLDivElement>(null)
  const { text, saved, hasDraft, isGone } = useValueText(ref)
  const source = row.translations[sourceLocale.code]?.value ?? ''
  const sourcePlural = useMemo(() => readPlural(source), [source])
  const isPlural = row.isPlural || (sourcePlural !== undefined && (row.syntax ?? 'icu') === 'icu')
  const limit = row.characterLimit
  const isTooLong = useCallback(
    (some: string) => isLonger(some, Math.min(limit ?? limits.value, limits.value)),
    [limit],
  )
  const forms = useCallback(() => written.current?.forms() ?? [], [])
  const { issues, issuesNow } = useIssues(row, locale, text, forms)
  const isReadOnly = useIsReadOnly()
  const onConflict = () => place.current?.querySelector<HTMLElement>('[data-keep-mine]')?.focus()
  const { ask, mayApprove, notice, setNotice } = useSaveWishes({
    ref,
    written,
    issuesNow,
    isTooLong,
    isReadOnly,
    onConflict,
  })
  useOpenValue(row.id, locale.code, written, sourceBox)
  useSaveOnLeave(ref, (some) => !isReadOnly && !isGone && !isTooLong(some) && openErrors(issues).length === 0)

  const copySource = () => {
    written.current?.replace(source)
    written.current?.focus()
  }
  const askAndGoOn = (wish: Wish) => ask(wish) && step(1)
  const insertMissing = () => {
    const inserted = written.current?.insertMissing()
    announce(inserted === undefined ? t('openRow.nothingMissing') : t('openRow.inserted', { placeholder: inserted }))
  }
  const actions = {
    saveAndNext: () => askAndGoOn('save'),
    approveAndNext: () => askAndGoOn('approve'),
    save: () => ask('save'),
    copySource,
    insertMissing,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = openRowAction(event, IS_MAC)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    actions[action]()
  }
  const isOver = isTooLong(text)
  const errors = openErrors(issues)
  return (
    <div ref={place} className={styles.open} onKeyDownCapture={onKeyDown}>
      <div className={styles.texts}>
        <RowSource ref={sourceBox} row={row} />
        <div className={styles.valueColumn}>
          <ValueFields
            ref={written}
            {...{ row, locale, text, saved, source, sourcePlural, isPlural, issues, isFocused }}
            describedBy={`${id}-count`}
            isInvalid={isOver || errors.length > 0}
            onChange={(fresh) => {
              setNotice(undefined)
              drafts.set(ref, fresh)
            }}
          />
          <Counter id={`${id}-count`} count={characterCount(text)} limit={limit} isOver={isOver} />
        </div>
      </div>
      <Issues
        valueRef={ref}
        issues={issues}
        onFix={(fixed) => {
          written.current?.replace(fixed)
          written.current?.focus()
        }}
        onInsert={(inserted, form) => {
          written.current?.insert(inserted, form)
          written.current?.focus()
        }}
      />
      <RowButtons
        {...{ before, after }}
        keyId={row.id}
        notice={notice}
        reason={isReadOnly ? 'readOnly' : isGone ? 'gone' : isOver ? 'tooLong' : undefined}
        hasErrors={errors.length > 0}
        hasDraft={hasDraft}
        mayApprove={mayApprove}
        onCopySource={source === '' || locale.code === sourceLocale.code ? undefined : copySource}
        onDiscard={() => {
          drafts.discard(ref)
          written.current?.focus()
        }}
        onAsk={ask}
      />
    </div>
  )
}

/** Whether the organization can only be read: texts are kept as drafts until it is not. */
function useIsReadOnly(): boolean {
  const { project } = useEditor()
  const { data } = useQuery(organizationQuery(project.organizationId))
  return data?.isReadOnly ?? false
}
