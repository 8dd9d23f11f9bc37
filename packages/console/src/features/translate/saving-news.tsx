import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { may } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Editor, type SaveNews, useEditor, type ValueRef } from './editor-context.ts'
import { refId } from './listeners.ts'
import styles from './saving-news.module.css'

const UNDO_MS = 10_000
/** What is saved so soon after the last save belongs to it, and is undone with it. */
const TOGETHER_MS = 1_500

/** Tells how saves went: to those who listen, and at the edge of the screen where something can be done about it. */
export function SavingNews() {
  const { t } = useText()
  const editor = useEditor()
  const { drafts, saves } = editor
  const tell = useTold(editor)
  useEffect(() => saves.onNews((news) => tell.current(news)), [saves, tell])
  const unkept = useSyncExternalStore(
    (listener) => {
      const stops = [drafts.subscribeAll(listener), saves.subscribeAll(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    () => drafts.unkept + saves.unkept,
  )
  if (unkept === 0) return null
  return (
    <p role="alert" className={styles.unkept}>
      <TriangleAlert size={16} aria-hidden />
      {t('saving.unkept')}
    </p>
  )
}

/** The newest way to tell: it changes with the texts, and whoever listens does not have to begin anew. */
function useTold(editor: Editor) {
  const { t } = useText()
  const announce = useAnnounce()
  const saved = useSavedToast(editor)
  const failed = useFailedToast(editor)
  const nameOf = ({ keyId }: ValueRef) => editor.rows.get(keyId)?.key ?? t('saving.someKey')
  const tell = (news: SaveNews) => {
    const key = nameOf(news.ref)
    if (news.kind === 'failed') failed(news.ref, t('saving.failed', { key, reason: t(`situation.${news.reason}`) }))
    else if (news.kind === 'undone')
      announce(t(news.wasReviewed ? 'saving.undoneUnreviewed' : 'saving.undone', { key }))
    else announce(t(`saving.${news.kind}`, { key }))
    if (news.kind === 'saved') saved(news, key)
  }
  const latest = useRef(tell)
  latest.current = tell
  return latest
}

type Saved = Extract<SaveNews, { kind: 'saved' | 'undone' }>

/** One at a time: the newest save, with those that went out together with it. */
function useSavedToast({ saves, membership }: Editor) {
  const { t } = useText()
  const toast = useToast()
  const shown = useRef({ refs: [] as ValueRef[], at: 0, close: () => {} })
  return ({ ref, wasReviewed }: Saved, key: string) => {
    const { at, close, refs: before } = shown.current
    const refs = Date.now() - at < TOGETHER_MS ? [...before, ref] : [ref]
    close()
    const undo = () => {
      for (const written of refs) saves.undo(written)
    }
    // Who may not review brings back the text, and not that it was reviewed.
    const one = wasReviewed && !may(membership, 'translation.review') ? 'saving.savedUnreviewed' : 'saving.saved'
    const text = refs.length === 1 ? t(one, { key }) : t('saving.savedMany', { count: refs.length })
    const action = { label: t('saving.undo'), onPress: undo }
    shown.current = { refs, at: Date.now(), close: toast({ text, action, timeoutMs: UNDO_MS }) }
  }
}

/** One for all that fails; gone when nothing does any more. */
function useFailedToast({ saves }: Editor) {
  const { t } = useText()
  const toast = useToast()
  const failing = useRef(new Map<string, ValueRef>())
  const close = useRef(() => {})
  useEffect(
    () =>
      saves.subscribeAll(() => {
        if (failing.current.size === 0) return
        for (const [id, ref] of failing.current) if (saves.stateOf(ref).kind !== 'failed') failing.current.delete(id)
        if (failing.current.size === 0) close.current()
      }),
    [saves],
  )
  return (ref: ValueRef, text: string) => {
    failing.current.set(refId(ref), ref)
    const count = failing.current.size
    close.current()
    close.current = toast({ text: count === 1 ? text : t('saving.failedMany', { count }), isFailure: true })
  }
}
