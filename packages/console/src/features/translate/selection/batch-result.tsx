import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { situationOf } from '../../../api/errors.ts'
import { useText } from '../../../text/context.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { useEditor } from '../editor-context.ts'
import { type FailureGroup, groupFailures, type Outcome, sizeOf } from './batch.ts'
import styles from './batch-dialog.module.css'
import { showing, viewOf } from './kept-keys.ts'

interface BatchResultProps {
  outcome: Outcome
  done: (count: number) => string
  /** Somebody goes to see the keys that failed. */
  onShow: () => void
}

/** How many were done and failed, why, and the way to those that failed. */
export function BatchResult({ outcome, done, onShow }: BatchResultProps) {
  const { t } = useText()
  const groups = groupFailures(outcome.failures)
  const failed = useMemo(() => [...new Set(outcome.failures.map(({ keyId }) => keyId))], [outcome])
  return (
    <section aria-label={t('batch.result')} className={styles.result}>
      <p>{t('batch.announced', { done: done(outcome.done), failed: outcome.failures.length })}</p>
      {outcome.error !== undefined && (
        <p role="alert" className={styles.error}>
          {t(`situation.${situationOf(outcome.error)}`)}
        </p>
      )}
      {outcome.rest.length > 0 && <p>{t('batch.rest', { count: sizeOf(outcome.rest) })}</p>}
      {groups.length > 0 && (
        <ul className={styles.reasons}>
          {groups.map((group) => (
            <Reason key={group.reason + group.message} group={group} />
          ))}
        </ul>
      )}
      {failed.length > 0 && <FailedLink failed={failed} onFollow={onShow} />}
    </section>
  )
}

function Reason({ group: { reason, message, keyIds, names } }: { group: FailureGroup }) {
  const { t } = useText()
  const count = keyIds.length
  const rest = count - names.length
  return (
    <li className={styles.reason}>
      <p>{reason === 'other' ? t('batch.reason.other', { count, message }) : t(`batch.reason.${reason}`, { count })}</p>
      {names.length > 0 && (
        <p className={styles.names} dir="auto">
          {names.join(', ')}
          {rest > 0 && ` ${t('batch.more', { count: rest })}`}
        </p>
      )}
    </li>
  )
}

function FailedLink({ failed, onFollow }: { failed: readonly number[]; onFollow: () => void }) {
  const { t } = useText()
  const { project, locale, search } = useEditor()
  const target = useMemo(() => showing(failed), [failed])
  return (
    <Link
      to="/projects/$projectId/translate/$locale"
      params={{ projectId: project.id, locale: locale.code }}
      search={{ ...viewOf(search), ...target }}
      className={buttonClass()}
      onClick={onFollow}
    >
      {t('batch.showFailed', { count: failed.length })}
    </Link>
  )
}
