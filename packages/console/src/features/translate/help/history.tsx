import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useText } from '../../../text/context.tsx'
import type { TextId } from '../../../text/text.ts'
import { useAnnounce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Diff } from '../../../ui/diff.tsx'
import { type Row, useEditor } from '../editor-context.ts'
import { readableText } from '../plural.ts'
import styles from './help-panel.module.css'
import { restorable, type Version, versionOf } from './history.ts'
import { Problem } from './problem.tsx'
import { historyQuery } from './queries.ts'
import { useMayWrite } from './use-help.ts'

export function History({ row, isSettled }: { row: Row; isSettled: boolean }) {
  const { t } = useText()
  const { project, locale } = useEditor()
  const history = useInfiniteQuery({ ...historyQuery(project.id, row.id, locale.code), enabled: isSettled })
  const value = row.translations[locale.code]
  useRefreshAfter(value?.updatedAt, () => void history.refetch())
  const versions = history.data?.pages.flatMap(({ activity }) => activity.map(versionOf)) ?? []
  const old = restorable(versions, value?.value ?? null)
  if (history.isError) return <Problem error={history.error} onRetry={() => void history.refetch()} />
  if (history.data && versions.length === 0) return <p className={styles.hint}>{t('help.noHistory')}</p>
  return (
    <>
      <ol className={styles.cards} aria-label={t('help.history')}>
        {versions.map((version) => (
          <li key={version.id} className={styles.card}>
            <Entry version={version} isOld={old.has(version.id)} />
          </li>
        ))}
      </ol>
      {history.hasNextPage && (
        <Button kind="quiet" disabled={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t('help.olderHistory')}
        </Button>
      )}
    </>
  )
}

/** A save, whoever made it, is history a moment later. */
function useRefreshAfter(time: string | undefined, refresh: () => void) {
  const known = useRef(time)
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    if (known.current === time) return
    known.current = time
    latest.current()
  }, [time])
}

const KINDS: Record<Version['kind'], TextId> = {
  written: 'help.written',
  changed: 'help.changed',
  cleared: 'help.cleared',
  status: 'help.statusSet',
  restored: 'help.restored',
}

function Entry({ version, isOld }: { version: Version; isOld: boolean }) {
  const { t, dateTime, relativeTime } = useText()
  const { locale } = useEditor()
  const { author, at, before, after, kind } = version
  return (
    <>
      <div className={styles.entryHead}>
        <strong>{author ?? t('help.byService')}</strong>
        <span>{t(KINDS[kind])}</span>
        <time className={styles.time} dateTime={at} title={dateTime(at)}>
          {relativeTime(at)}
        </time>
      </div>
      {before.value !== after.value && (
        <Diff before={readableText(before.value ?? '')} after={readableText(after.value ?? '')} locale={locale.code} />
      )}
      {before.status !== after.status && (
        <p className={styles.note}>
          {t('help.statusChange', { before: t(`status.${before.status}`), after: t(`status.${after.status}`) })}
        </p>
      )}
      {isOld && <Restore text={after.value ?? ''} />}
    </>
  )
}

/** As a draft: what is there stays until somebody saves. */
function Restore({ text }: { text: string }) {
  const { t } = useText()
  const { openValue } = useEditor()
  const announce = useAnnounce()
  const mayWrite = useMayWrite()
  if (!mayWrite) return null
  return (
    <div className={styles.cardActions}>
      <Button
        onClick={() => {
          openValue.current?.replace(text)
          openValue.current?.focus()
          announce(t('help.restoredDraft'))
        }}
      >
        {t('help.restore')}
      </Button>
    </div>
  )
}
