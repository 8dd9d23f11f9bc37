import type { AnswerOf } from '@parlance/sdk'
import { Link } from '@tanstack/react-router'
import { workLocale } from '../../api/seen-locales.ts'
import { useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import styles from './activity.module.css'
import { activityText } from './activity-text.ts'
import type { Entry } from './entries.ts'

type Project = AnswerOf<'getProject'>

/** As many keys as an address can name. */
const MOST_LINKED = 100

/** What happened, as a sentence that leads to the keys it is about, where they still are. */
export function Sentence({ entry, project }: { entry: Entry; project: Project }) {
  const { t, languageName } = useText()
  const membership = useMembership(project.organizationId)
  const [first] = entry.changes
  const { actor, locale, event, keyId } = first
  const language = project.locales.find(({ code }) => code === locale)
  const words = {
    name: actor.name ?? t('overview.service'),
    key: first.key ?? '',
    language: locale === null ? '' : languageName(language ?? { code: locale, name: locale }),
    namespace: first.namespace ?? '',
  }
  const count = entry.changes.length
  const text = t(activityText(event), words)
  const whole = count === 1 ? text : t('activity.andMore', { text, count: count - 1 })
  const to = language ?? workLocale(project, membership, undefined)
  if (keyId === null || to === undefined || event === 'key.deleted')
    return <span className={styles.sentence}>{whole}</span>
  const keyIds = entry.changes.flatMap(({ keyId: id }) => (id === null ? [] : [id])).slice(0, MOST_LINKED)
  return (
    <Link
      to="/projects/$projectId/translate/$locale"
      params={{ projectId: project.id, locale: to.code }}
      search={count === 1 ? { key: keyId } : { ids: [...new Set(keyIds)] }}
      className={styles.sentence}
    >
      {whole}
    </Link>
  )
}
