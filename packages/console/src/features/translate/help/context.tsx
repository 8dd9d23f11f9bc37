import { messageParameters } from '@parlance/checks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../../text/context.tsx'
import { type Row, useEditor } from '../editor-context.ts'
import { marksIn } from '../placeholders.ts'
import own from './context.module.css'
import styles from './help-panel.module.css'
import { Neighbours } from './neighbours.tsx'
import { Problem } from './problem.tsx'
import { detailsQuery, type KeyDetails } from './queries.ts'

export function Context({ row, isSettled }: { row: Row; isSettled: boolean }) {
  const { t, number } = useText()
  const { project, source } = useEditor()
  const { data, isError, error, refetch } = useQuery({ ...detailsQuery(project.id, row.id), enabled: isSettled })
  if (isError) return <Problem error={error} onRetry={() => void refetch()} />
  const text = row.translations[source.code]?.value ?? ''
  return (
    <>
      <dl className={own.facts}>
        <Fact name={t('help.description')}>{row.description}</Fact>
        <Fact name={t('help.aiContext')}>{data?.aiContext}</Fact>
        <Parameters row={row} text={text} />
        {row.characterLimit !== null && <Fact name={t('help.limit')}>{number(row.characterLimit)}</Fact>}
        <Fact name={t('help.namespace')}>{row.namespace}</Fact>
      </dl>
      <section className={styles.section}>
        <h2 className={styles.heading}>{t('help.inApplications')}</h2>
        {data && <Seen context={data.context} />}
      </section>
    </>
  )
}

/** Those of a message with their kinds; of other texts, the placeholders as they are spelled. */
function Parameters({ row: { syntax, isPlural }, text }: { row: Row; text: string }) {
  const { t } = useText()
  const isMessage = syntax === null || syntax === 'icu' || isPlural
  const parameters = isMessage ? messageParameters(text) : []
  const spelled = marksIn(text, { syntax }).flatMap((mark) => (mark.kind === 'placeholder' ? mark.spelled : []))
  if (parameters.length + spelled.length === 0) return null
  return (
    <Fact name={t('help.parameters')}>
      <ul className={own.plain}>
        {parameters.map(({ name, type, options }) => (
          <li key={`${type} ${name}`}>
            <code>{name}</code>{' '}
            <span className={styles.note}>{[t(`help.parameter.${type}`), ...(options ?? [])].join(' · ')}</span>
          </li>
        ))}
        {parameters.length === 0 &&
          [...new Set(spelled)].map((one) => (
            <li key={one}>
              <code>{one}</code>
            </li>
          ))}
      </ul>
    </Fact>
  )
}

function Seen({ context: { observed, context } }: Pick<KeyDetails, 'context'>) {
  const { t, relativeTime, dateTime } = useText()
  if (!observed) return <p className={styles.hint}>{t('help.notSeen')}</p>
  if (!context) return <p className={styles.hint}>{t('help.seenOnly')}</p>
  const { screenGroups, translationRole, uiType, lengthHint, neighbors, lastSeenAt, isStale } = context
  return (
    <>
      <dl className={own.facts}>
        <Fact name={t('help.screens')}>{screenGroups.join(', ')}</Fact>
        <Fact name={t('help.role')}>{translationRole}</Fact>
        <Fact name={t('help.widget')}>{uiType}</Fact>
        <Fact name={t('help.room')}>{lengthHint}</Fact>
        {lastSeenAt !== null && (
          <Fact name={t('help.lastSeen')}>
            <time dateTime={lastSeenAt} title={dateTime(lastSeenAt)}>
              {relativeTime(lastSeenAt)}
            </time>
            {isStale && <span className={styles.badge}>{t('help.stale')}</span>}
          </Fact>
        )}
      </dl>
      {neighbors.length > 0 && <Neighbours neighbours={neighbors} />}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null
  return (
    <div className={own.fact}>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )
}
