import { CircleAlert, CircleCheck, CloudOff, GitCompareArrows, LoaderCircle, PencilLine, RotateCw } from 'lucide-react'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { useText } from '../../text/context.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type Drafts, mayWrite, type SaveState, type Saves, useEditor, type ValueRef } from './editor-context.ts'
import styles from './row-status.module.css'
import type { Status } from './search.ts'
import { StatusMark } from './status-mark.tsx'

interface ValueStatusProps extends ValueRef {
  /** What the service has. */
  status: Status
  state: SaveState
  hasDraft: boolean
  saves: Saves
}

interface RowStatusProps extends Omit<ValueStatusProps, 'state' | 'hasDraft'> {
  drafts: Drafts
}

/** How a value stands, as it changes. */
export function RowStatus({ drafts, ...props }: RowStatusProps) {
  return <ValueStatus {...props} {...useSaveState(props, drafts, props.saves)} />
}

/** How a value stands: how its save goes, else that there is a draft, else its status. In words, never by colour alone. */
export function ValueStatus({ keyId, locale, status, state, hasDraft, saves }: ValueStatusProps) {
  const { t } = useText()
  const { kind } = state
  if (kind === 'conflict')
    return <Mark look="conflict" picture={<GitCompareArrows size={14} aria-hidden />} text={t('row.conflict')} />
  if (kind === 'failed') return <Failed keyId={keyId} locale={locale} state={state} saves={saves} />
  if (kind === 'saving')
    return state.isWaiting ? (
      <Mark look="waiting" picture={<CloudOff size={14} aria-hidden />} text={t('row.waiting')} />
    ) : (
      <Mark look="saving" picture={<LoaderCircle size={14} aria-hidden />} text={t('row.saving')} />
    )
  if (hasDraft) return <Mark look="draft" picture={<PencilLine size={14} aria-hidden />} text={t('row.draft')} />
  if (kind === 'saved')
    return <Mark look="saved" picture={<CircleCheck size={14} aria-hidden />} text={t('row.saved')} />
  return <StatusMark status={status} />
}

function Mark({ look, picture, text }: { look: string; picture: ReactNode; text: string }) {
  return (
    <span className={classNames(styles.mark, styles[look])}>
      {picture}
      {text}
    </span>
  )
}

interface FailedProps extends ValueRef {
  state: Extract<SaveState, { kind: 'failed' }>
  saves: Saves
}

function Failed({ keyId, locale, state, saves }: FailedProps) {
  const { t } = useText()
  const mayTry = mayWrite(useEditor(), 'translation.edit')
  const reason = t(`situation.${state.reason}`)
  return (
    <span className={styles.failed} title={reason}>
      <span className={styles.told}>
        <Mark look="bad" picture={<CircleAlert size={14} aria-hidden />} text={t('row.failed')} />
        <span className={styles.reason}>{reason}</span>
      </span>
      {mayTry && (
        <button
          type="button"
          className={styles.again}
          aria-label={t('row.tryAgain')}
          title={t('row.tryAgain')}
          onClick={(event) => {
            // The row is not what somebody wants to open with it.
            event.stopPropagation()
            saves.tryAgain({ keyId, locale })
          }}
        >
          <RotateCw size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}

/** How the save of a value goes, and whether there is a draft of it. */
export function useSaveState({ keyId, locale }: ValueRef, drafts: Drafts, saves: Saves) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [drafts.subscribe({ keyId, locale }, listener), saves.subscribe({ keyId, locale }, listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [drafts, saves, keyId, locale],
  )
  const state = useSyncExternalStore(subscribe, () => saves.stateOf({ keyId, locale }))
  const hasDraft = useSyncExternalStore(subscribe, () => drafts.get({ keyId, locale }) !== undefined)
  return { state, hasDraft }
}
