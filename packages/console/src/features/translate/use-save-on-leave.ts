import { useEffect, useRef } from 'react'
import { usePreferences } from '../accounts/index.ts'
import { useEditor, type ValueRef } from './editor-context.ts'

/**
 * For those who want it: whoever leaves a row saves what was typed there. What could not be saved without a question (a
 * conflict, errors, too many characters) stays a draft, as everything does without the preference.
 */
export function useSaveOnLeave(ref: ValueRef, maySave: (text: string) => boolean): void {
  const { saveOnLeave } = usePreferences()
  const { drafts, saves } = useEditor()
  const leave = useRef(() => {})
  leave.current = () => {
    const draft = drafts.get(ref)
    const isFree = ['idle', 'saved'].includes(saves.stateOf(ref).kind)
    if (!saveOnLeave || !draft || !isFree || !maySave(draft.text)) return
    saves.save(ref, draft.text, draft.tmEntryId === undefined ? {} : { tmEntryId: draft.tmEntryId })
  }
  useEffect(() => () => leave.current(), [])
}
