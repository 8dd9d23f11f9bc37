import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import { situationOf } from '../../api/errors.ts'
import { statsQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './editor.module.css'
import { mayWrite, useEditor } from './editor-context.ts'
import { ask } from './key-questions.ts'
import { isAsked, NOTHING_ASKED } from './search.ts'

/** Why the list is empty, and what to do about it; nothing while it is not. */
export function Empty() {
  const { t } = useText()
  const { list, search, setSearch } = useEditor()
  const ids = useSyncExternalStore(list.subscribe, () => list.ids)
  const isLoading = useSyncExternalStore(list.subscribe, () => list.isLoading)
  const failure = useSyncExternalStore(list.subscribe, () => list.failure)
  if (failure !== undefined && ids.length > 0)
    return (
      <p role="alert" className={styles.notice}>
        {t('empty.failed')}. {t(`situation.${situationOf(failure)}`)}
        <Button onClick={() => list.refresh()}>{t('empty.tryAgain')}</Button>
      </p>
    )
  if (failure !== undefined)
    return (
      <Message title={t('empty.failed')} text={t(`situation.${situationOf(failure)}`)}>
        <Button onClick={() => list.refresh()}>{t('empty.tryAgain')}</Button>
      </Message>
    )
  if (ids.length > 0) return null
  if (isLoading) return <p className={styles.loading}>{t('list.loading')}</p>
  if (!isAsked(search)) return <NoKeys />
  return (
    <Message title={t('empty.noMatch')} text={t('empty.noMatchHint')}>
      <Button kind="primary" onClick={() => setSearch(NOTHING_ASKED)}>
        {t('filters.clear')}
      </Button>
      <GoToReview />
    </Message>
  )
}

/** A project that has just begun; for those who may not begin it, no more than that. */
function NoKeys() {
  const { t } = useText()
  const mayCreate = mayWrite(useEditor(), 'translation.edit')
  if (!mayCreate) return <Message title={t('empty.noKeys')} text={t('empty.noKeysReader')} />
  return (
    <Message title={t('empty.noKeys')} text={t('empty.noKeysHint')}>
      <Button kind="primary" onClick={() => ask({ kind: 'create' })}>
        {t('empty.create')}
      </Button>
      <ImportFiles />
    </Message>
  )
}

/** The way to the texts that somebody has already. */
function ImportFiles() {
  const { t } = useText()
  const editor = useEditor()
  const navigate = useNavigate()
  if (!mayWrite(editor, 'project.import')) return null
  const params = { projectId: editor.project.id }
  return (
    <Button onClick={() => void navigate({ to: '/projects/$projectId/import', params, search: {} })}>
      {t('start.import')}
    </Button>
  )
}

/** Everything is translated: then there may be something to review. */
function GoToReview() {
  const { t } = useText()
  const { project, locale, search, setSearch } = useEditor()
  const isTranslating = search.status?.join() === 'not_translated'
  const { data } = useQuery({ ...statsQuery(project.id), enabled: isTranslating })
  const left = data?.locales.find(({ code }) => code === locale.code)?.notReviewed ?? 0
  if (!isTranslating || left === 0) return null
  return <Button onClick={() => setSearch({ status: ['not_reviewed'] })}>{t('empty.review')}</Button>
}

function Message({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children !== undefined && <div className={styles.emptyActions}>{children}</div>}
    </div>
  )
}
