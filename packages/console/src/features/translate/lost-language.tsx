import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { projectQuery } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { ScreenHeading } from '../../ui/screen-heading.tsx'
import { NotFound } from '../shell/not-found.tsx'
import styles from './drafts-dialog.module.css'
import type { Draft } from './editor-context.ts'
import { refId } from './listeners.ts'
import { servicesQuery } from './services.ts'

/** In place of a language that somebody may not see, or not any more: what they have typed in it is still theirs. */
export function LostLanguage() {
  const { t, languageName } = useText()
  const { projectId = 0, locale = '' } = useParams({ strict: false })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: services } = useSuspenseQuery(servicesQuery(useSession().user.id, projectId))
  const { drafts, rows } = services
  const all = useSyncExternalStore(
    (listener) => drafts.subscribeAll(listener),
    () => drafts.all(),
  )
  const kept = all.filter((draft) => draft.locale === locale)
  if (kept.length === 0) return <NotFound />
  const language = languageName(project.locales.find(({ code }) => code === locale) ?? { code: locale, name: locale })
  return (
    <div className={styles.lost}>
      <ScreenHeading title={t('lost.title', { language })}>{t('lost.title', { language })}</ScreenHeading>
      <p className={styles.hint}>{t('lost.hint')}</p>
      <ul className={styles.list} aria-label={t('drafts.title')}>
        {kept.map((draft) => (
          <LostDraft key={refId(draft)} draft={draft} name={rows.get(draft.keyId)?.key ?? `${draft.keyId}`} />
        ))}
      </ul>
    </div>
  )
}

function LostDraft({ draft, name }: { draft: Draft; name: string }) {
  const { t } = useText()
  const announce = useAnnounce()
  const copy = async () => {
    await navigator.clipboard.writeText(draft.text)
    announce(t('lost.copied'))
  }
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <bdi className={styles.meta}>{name}</bdi>
        {/* Browsers have no clipboard without TLS; the text can be selected all the same. */}
        {navigator.clipboard !== undefined && (
          <Button kind="quiet" onClick={() => void copy()}>
            {t('lost.copy')}
          </Button>
        )}
      </div>
      <div className={styles.text} lang={draft.locale} dir={directionOf(draft.locale)}>
        {draft.text}
      </div>
    </li>
  )
}
