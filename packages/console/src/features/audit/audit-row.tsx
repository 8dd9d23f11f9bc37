import type { AnswerOf } from '@parlance/sdk'
import { useText } from '../../text/context.tsx'
import type { TextId } from '../../text/text.ts'
import styles from './audit.module.css'
import { type Detail, detailsOf } from './details.ts'

type Entry = AnswerOf<'listAudit'>['entries'][number]

export function AuditRow({ entry: { at, actor, event, subject, details, address } }: { entry: Entry }) {
  const { t, dateTime } = useText()
  return (
    <tr>
      <th scope="row" className={styles.when}>
        {dateTime(at)}
      </th>
      <td dir="auto">{actor.name ?? t('help.byService')}</td>
      <td>
        {t(`audit.event.${event}`, { name: subject.name ?? '–' })}
        <Details details={detailsOf(details)} />
      </td>
      <td dir="ltr" className={styles.address}>
        {address ?? '–'}
      </td>
    </tr>
  )
}

function Details({ details }: { details: Detail[] }) {
  if (details.length === 0) return null
  return (
    <ul className={styles.details}>
      {details.map((detail) => (
        <li key={detail.field}>
          <DetailLine {...detail} />
        </li>
      ))}
    </ul>
  )
}

/** Fields that have a name among people; others are called as the API calls them. */
const NAMED: Record<string, TextId> = {
  name: 'projects.name',
  role: 'members.role',
  localeCodes: 'members.languages',
  locales: 'members.languages',
  'limits.keys': 'organization.keyLimit',
  isInstanceAdmin: 'users.administrator',
  sourceLocale: 'projects.source',
  memories: 'memories.title',
  way: 'audit.way',
}

function DetailLine({ field, before, value }: Detail) {
  const { t } = useText()
  const say = useSaying(field)
  const name = NAMED[field]
  return (
    <>
      {name ? <span>{t(name)}</span> : <code>{field}</code>}{' '}
      <span className={styles.value}>
        {before !== undefined && (
          <>
            <del dir="auto">{say(before)}</del> <span aria-hidden>→</span>{' '}
          </>
        )}
        <span dir="auto">{say(value)}</span>
      </span>
    </>
  )
}

function useSaying(field: string) {
  const { t, number } = useText()
  const ofMemory = ({ tmId, penalty, isWritable }: Memory) =>
    [
      `#${tmId}`,
      ...(penalty > 0 ? [`${t('assigned.penalty')} ${number(penalty)}`] : []),
      ...(isWritable ? [t('assigned.writesHere')] : []),
    ].join(' · ')
  return (value: unknown): string => {
    if (value === null) return field === 'localeCodes' ? t('members.allLanguages') : '–'
    if (field === 'way') return t(`audit.way.${value}` as TextId)
    if (field === 'role') return t(`role.${value}` as TextId)
    if (typeof value === 'number') return number(value)
    if (Array.isArray(value)) return value.map((item) => (isMemory(item) ? ofMemory(item) : plain(item))).join(', ')
    return plain(value)
  }
}

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** A memory that a project works with. */
interface Memory {
  tmId: number
  penalty: number
  isWritable: boolean
}

const isMemory = (value: unknown): value is Memory => typeof value === 'object' && value !== null && 'tmId' in value
