import { type RefObject, useRef, useState } from 'react'
import { may } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { type Issue, openErrors } from './checks.ts'
import { useEditor, type ValueRef } from './editor-context.ts'
import { judge, type Verdict, type Wish } from './save-rules.ts'
import type { WrittenValue } from './written-value.ts'

interface SaveWishes {
  ref: ValueRef
  written: RefObject<WrittenValue | null>
  issuesNow: (text: string, forms: Iterable<string>) => Issue[]
  isTooLong: (text: string) => boolean
  isReadOnly: boolean
  /** Brings somebody to the choice between two texts. */
  onConflict: () => void
}

/** Sends a text that nothing speaks against. Without a draft there is only a status to send. */
function useSend(ref: ValueRef): (wish: Wish, text: string) => void {
  const { drafts, saves } = useEditor()
  return (wish, text) => {
    const draft = drafts.get(ref)
    const origin = draft?.tmEntryId === undefined ? {} : { tmEntryId: draft.tmEntryId }
    if (draft) saves.save(ref, text, wish === 'approve' ? { ...origin, status: 'translated' } : origin)
    else if (wish === 'approve') saves.setStatus(ref, 'translated')
  }
}

/** What "Save", "Save and approve" and their keys do. Says whether the text went out, or needs not. */
export function useSaveWishes({ ref, written, issuesNow, isTooLong, isReadOnly, onConflict }: SaveWishes) {
  const { t } = useText()
  const { rows, drafts, saves, membership } = useEditor()
  const announce = useAnnounce()
  const send = useSend(ref)
  const warned = useRef<string>(undefined)
  const [notice, setNotice] = useState<string>()

  const say = (text: string) => {
    setNotice(text)
    announce(text)
  }

  const tell = (verdict: Exclude<Verdict, { kind: 'send' | 'conflict' }>) => {
    say(
      verdict.kind === 'warn' ? t('openRow.warned', { count: verdict.errors }) : t(`openRow.refused.${verdict.reason}`),
    )
  }

  const ask = (wish: Wish): boolean => {
    const text = written.current?.text() ?? ''
    if (wish === 'save' && !drafts.get(ref)) return true
    const verdict = judge({
      wish,
      isReadOnly,
      isGone: rows.isGone(ref.keyId),
      isConflict: saves.stateOf(ref).kind === 'conflict',
      isTooLong: isTooLong(text),
      isEmpty: text === '' && !drafts.get(ref),
      errors: openErrors(issuesNow(text, written.current?.forms() ?? [])).length,
      isWarned: warned.current === text,
    })
    if (verdict.kind === 'warn') warned.current = text
    if (verdict.kind === 'conflict') onConflict()
    else if (verdict.kind === 'send') {
      setNotice(undefined)
      send(wish, text)
    } else tell(verdict)
    return verdict.kind === 'send'
  }

  const mayApprove = may(membership, 'translation.review')
  // Who may not approve and presses the keys for it wants the text saved, at least.
  const askAsAllowed = (wish: Wish) => ask(mayApprove ? wish : 'save')
  // Whoever stays in the row would wonder what became of it; whoever goes on sees that it does.
  const save = () => void (drafts.get(ref) ? ask('save') : say(t('openRow.unchanged')))
  return { ask: askAsAllowed, save, mayApprove, notice, setNotice }
}
