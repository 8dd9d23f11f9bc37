import { useQuery } from '@tanstack/react-query'
import { membersQuery, peopleQuery } from '../../../api/queries.ts'
import { useText } from '../../../text/context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { mayWrite, type Row, useEditor } from '../editor-context.ts'
import { CommentActions } from './comment-actions.tsx'
import { CommentForm } from './comment-form.tsx'
import styles from './comments.module.css'
import panel from './help-panel.module.css'
import { cutAtMentions, type Person } from './mentions.ts'
import { Problem } from './problem.tsx'
import { type Comment, commentsQuery } from './queries.ts'

export function Comments({ row, isSettled }: { row: Row; isSettled: boolean }) {
  const { t } = useText()
  const editor = useEditor()
  const { project } = editor
  const { data, isError, error, refetch } = useQuery({ ...commentsQuery(project.id, row.id), enabled: isSettled })
  const { data: writers } = useQuery(peopleQuery(project.organizationId))
  const { data: members } = useQuery(membersQuery(project.organizationId))
  const people = [...(members?.people ?? []), ...(writers?.people ?? [])]
  return (
    <>
      {isError && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.comments.length === 0 && <p className={panel.hint}>{t('help.noComments')}</p>}
      {data !== undefined && data.comments.length > 0 && (
        <ol className={panel.cards} aria-label={t('help.comments')}>
          {data.comments.map((comment) => (
            <li key={comment.id} className={classNames(panel.card, comment.isResolved && styles.resolved)}>
              <Said comment={comment} people={people} />
            </li>
          ))}
        </ol>
      )}
      {mayWrite(editor, 'translation.edit') && (
        <CommentForm key={row.id} keyId={row.id} people={members?.people ?? []} />
      )}
    </>
  )
}

function Said({ comment, people }: { comment: Comment; people: readonly Person[] }) {
  const { t, relativeTime, dateTime, languageTitle } = useText()
  const { project } = useEditor()
  const { authorName, createdAt, locale, text, isResolved, resolvedBy, mentions } = comment
  const language =
    locale && languageTitle(project.locales.find(({ code }) => code === locale) ?? { code: locale, name: locale })
  const resolver = people.find(({ id }) => id === resolvedBy)?.name
  return (
    <>
      <div className={panel.entryHead}>
        <strong>{authorName}</strong>
        <span className={panel.badge}>{language ?? t('help.allLanguages')}</span>
        <time className={panel.time} dateTime={createdAt} title={dateTime(createdAt)}>
          {relativeTime(createdAt)}
        </time>
      </div>
      <p className={styles.text} dir="auto">
        {cutAtMentions(
          text,
          people.filter(({ id }) => mentions.includes(id)),
        ).map(({ start, text: words, person }) =>
          person ? (
            <strong key={start} className={styles.mention}>
              {words}
            </strong>
          ) : (
            words
          ),
        )}
      </p>
      {isResolved && (
        <p className={panel.note}>
          {resolver === undefined ? t('help.resolved') : t('help.resolvedBy', { name: resolver })}
        </p>
      )}
      <CommentActions comment={comment} />
    </>
  )
}
