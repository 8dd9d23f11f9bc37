import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { situationOf } from '../../../api/errors.ts'
import { useText } from '../../../text/context.tsx'
import { useAnnounce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useEditor } from '../editor-context.ts'
import type { Outcome, Step } from './batch.ts'
import styles from './batch-dialog.module.css'
import { BatchResult } from './batch-result.tsx'
import { type BatchState, useBatch } from './use-batch.ts'
import { useTakeBack } from './use-take-back.ts'

/** Long enough to see what happened and think about it. */
const UNDO_MS = 30_000

interface BatchDialogProps {
  title: string
  keyIds: readonly number[]
  /** What will happen, in one or two sentences. Without it nothing is asked any more: it is done at once. */
  effect?: string
  /** Whether and how it can be taken back; by a button afterwards, unless told otherwise. */
  undo?: string
  /** It cannot be. */
  isFinal?: boolean
  /** What is left to choose. */
  children?: ReactNode
  isReady?: boolean
  steps: () => readonly Step[] | Promise<readonly Step[]>
  /** What happened, told in the number of keys or values. */
  done: (count: number) => string
  /** Before it is told. */
  onDone?: () => Promise<void>
  onClose: () => void
}

/** Says what will happen, does it in parts, says what happened. */
export function BatchDialog(props: BatchDialogProps) {
  const { title, onClose } = props
  const { state, apply, goOn, stop, undo } = useFlow(props)
  const isRunning = state.kind === 'running'
  return (
    <Dialog
      title={title}
      isOpen
      onClose={() => !isRunning && onClose()}
      actions={<Actions state={state} props={props} goOn={goOn} stop={stop} undo={undo} />}
    >
      {state.kind === 'asking' && props.effect !== undefined && <Asking {...props} onApply={apply} />}
      {isRunning && <Running title={title} passed={state.passed} total={state.total} />}
      {state.kind === 'finished' && <BatchResult outcome={state.outcome} done={props.done} onShow={onClose} />}
    </Dialog>
  )
}

/** From the question to the result. Where all went well the dialog makes room, and a toast says so. */
function useFlow({ keyIds, effect, isFinal, steps, done, onDone, onClose }: BatchDialogProps) {
  const { t } = useText()
  const toast = useToast()
  const announce = useAnnounce()
  const takeBack = useTakeBack()
  const { state, run, stop } = useBatch(keyIds)

  const settle = async (outcome: Outcome) => {
    const { ranges } = outcome
    await onDone?.()
    announce(t('batch.announced', { done: done(outcome.done), failed: outcome.failures.length }))
    if (outcome.failures.length > 0 || outcome.rest.length > 0) return
    onClose()
    const undo = { action: { label: t('ui.undo'), onPress: () => takeBack(ranges, keyIds) }, timeoutMs: UNDO_MS }
    toast({ text: done(outcome.done), ...(ranges.length > 0 && !isFinal ? undo : {}) })
  }
  const apply = async () => {
    try {
      await settle(await run(await steps()))
    } catch (error) {
      toast({ text: t(`situation.${situationOf(error)}`), isFailure: true })
    }
  }
  const isBegun = useRef(false)
  useEffect(() => {
    if (effect !== undefined || isBegun.current) return
    isBegun.current = true
    void apply()
  })
  return {
    state,
    stop,
    apply,
    goOn: async (before: Outcome) => settle(await run(before.rest, before)),
    undo: async (outcome: Outcome) => {
      onClose()
      await takeBack(outcome.ranges, keyIds)
    },
  }
}

interface AskingProps extends BatchDialogProps {
  onApply: () => void
}

function Asking({ keyIds, effect, undo, children, isReady = true, onApply }: AskingProps) {
  const { t } = useText()
  const drafts = useDraftCount(keyIds)
  return (
    <form
      id={FORM}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onApply()
      }}
    >
      <p className={styles.effect}>{effect}</p>
      {children}
      {drafts > 0 && <p className={styles.undo}>{t('batch.drafts', { count: drafts })}</p>}
      <p className={styles.undo}>{undo ?? t('batch.canUndo')}</p>
    </form>
  )
}

const FORM = 'batch-form'

/** What somebody has typed for these keys and not saved: whatever is done to them, it stays as it is. */
function useDraftCount(keyIds: readonly number[]): number {
  const { drafts } = useEditor()
  return useMemo(() => {
    const among = new Set(keyIds)
    return drafts.all().filter(({ keyId }) => among.has(keyId)).length
  }, [drafts, keyIds])
}

function Running({ title, passed, total }: { title: string; passed: number; total: number }) {
  const { t } = useText()
  return (
    <div className={styles.progress}>
      <Progress label={title} value={passed} max={total} />
      <p>{t('batch.progress', { done: passed, total })}</p>
    </div>
  )
}

interface ActionsProps extends Pick<ReturnType<typeof useFlow>, 'goOn' | 'stop' | 'undo'> {
  state: BatchState
  props: BatchDialogProps
}

function Actions({ state, props, goOn, stop, undo }: ActionsProps) {
  const { t } = useText()
  if (state.kind === 'running')
    return (
      <Button onClick={stop} disabled={state.isStopping}>
        {t(state.isStopping ? 'batch.stopping' : 'batch.stop')}
      </Button>
    )
  if (state.kind === 'asking')
    return props.effect === undefined ? null : (
      <>
        <Button onClick={props.onClose}>{t('ui.cancel')}</Button>
        <Button kind="primary" type="submit" form={FORM} disabled={props.isReady === false}>
          {t('batch.apply')}
        </Button>
      </>
    )
  const { outcome } = state
  return (
    <>
      {outcome.ranges.length > 0 && !props.isFinal && <Button onClick={() => undo(outcome)}>{t('ui.undo')}</Button>}
      {outcome.rest.length > 0 && <Button onClick={() => goOn(outcome)}>{t('batch.goOn')}</Button>}
      <Button kind="primary" onClick={props.onClose}>
        {t('ui.close')}
      </Button>
    </>
  )
}
