import { isLonger } from '@parlance/checks'
import { limits } from '@parlance/contract/limits'
import { type KeyboardEvent, useCallback, useMemo, useRef } from 'react'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { openErrors } from './checks.ts'
import { type ProjectLocale, type Row, useEditor } from './editor-context.ts'
import { type OpenRowAction, openRowAction } from './open-row-keys.ts'
import { readPlural } from './plural.ts'
import { useDiscard } from './use-discard.ts'
import { useIssues } from './use-issues.ts'
import { useOpenValue } from './use-open-value.ts'
import { useSaveOnLeave } from './use-save-on-leave.ts'
import { useSaveWishes } from './use-save-wishes.ts'
import { useValueText } from './value-text.ts'
import type { WrittenValue } from './written-value.ts'

/** A text that is written, what there is to say about it, and what can be done with it. */
export function useWritableRow(row: Row, locale: ProjectLocale) {
  const ref = useMemo(() => ({ keyId: row.id, locale: locale.code }), [row.id, locale.code])
  const places = {
    row: useRef<HTMLDivElement>(null),
    source: useRef<HTMLDivElement>(null),
    written: useRef<WrittenValue>(null),
  }
  const { written } = places
  const value = useValueText(ref)
  const source = useSource(row)
  const limit = row.characterLimit
  const isTooLong = useCallback(
    (some: string) => isLonger(some, Math.min(limit ?? limits.value, limits.value)),
    [limit],
  )
  const forms = useCallback(() => written.current?.forms() ?? [], [written])
  const { issues, issuesNow } = useIssues(row, locale, value.text, forms)
  const { isReadOnly } = useEditor()
  // Whoever asks for a save is brought to the choice between two texts.
  const onConflict = () => places.row.current?.querySelector<HTMLElement>('[data-keep-mine]')?.focus()
  const wishes = useSaveWishes({ ref, written, issuesNow, isTooLong, isReadOnly, onConflict })
  useOpenValue(row.id, locale.code, written, places.source)
  const hasErrors = openErrors(issues).length > 0
  // Looked at as it is: whoever leaves at once leaves before the issues are shown.
  const isFaulty = (some: string) => openErrors(issuesNow(some)).length > 0
  useSaveOnLeave(ref, (some) => !isReadOnly && !value.isGone && !isTooLong(some) && !isFaulty(some))
  const isOver = isTooLong(value.text)
  return {
    ref,
    places,
    value,
    source,
    limit,
    isOver,
    issues,
    hasErrors,
    /** Why nothing can be saved. */
    reason: isReadOnly
      ? ('readOnly' as const)
      : value.isGone
        ? ('gone' as const)
        : isOver
          ? ('tooLong' as const)
          : undefined,
    wishes,
  }
}

export type WritableRowState = ReturnType<typeof useWritableRow>

/** What is translated, and whether it counts something. */
function useSource(row: Row) {
  const { source } = useEditor()
  const text = row.translations[source.code]?.value ?? ''
  return useMemo(() => {
    const plural = readPlural(text)
    const isMessage = (row.syntax ?? 'icu') === 'icu'
    return { text, plural, isPlural: row.isPlural || (plural !== undefined && isMessage) }
  }, [text, row.syntax, row.isPlural])
}

const IS_MAC = /Mac|iP(?:hone|ad)/.test(navigator.platform)

/** What buttons and keys of the row do. */
export function useRowActions({ ref, places: { written }, source, wishes: { ask, save } }: WritableRowState) {
  const { t } = useText()
  const { step, drafts } = useEditor()
  const announce = useAnnounce()
  const discardDrafts = useDiscard()
  const replace = (text: string) => {
    written.current?.replace(text)
    written.current?.focus()
  }
  const insertMissing = () => {
    const inserted = written.current?.insertMissing()
    announce(inserted === undefined ? t('openRow.nothingMissing') : t('openRow.inserted', { placeholder: inserted }))
  }
  const copySource = () => replace(source.text)
  const byKey: Record<OpenRowAction, () => void> = {
    saveAndNext: () => ask('save') && step(1),
    approveAndNext: () => ask('approve') && step(1),
    save,
    copySource,
    insertMissing,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = openRowAction(event, IS_MAC)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    byKey[action]()
  }
  const insert = (text: string, form: string | undefined) => {
    written.current?.insert(text, form)
    written.current?.focus()
  }
  const discard = () => {
    const draft = drafts.get(ref)
    if (draft) discardDrafts([draft])
    written.current?.focus()
  }
  return { replace, insert, copySource, discard, onKeyDown }
}
