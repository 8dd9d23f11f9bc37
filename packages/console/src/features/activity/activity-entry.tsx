import type { AnswerOf } from '@parlance/sdk'
import { Ellipsis } from 'lucide-react'
import { useId, useState } from 'react'
import { useText } from '../../text/context.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Diff } from '../../ui/diff.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import styles from './activity.module.css'
import { type Change, type Entry, statusesOf, textsOf } from './entries.ts'
import { Sentence } from './sentence.tsx'
import { type UndoRange, UndoRangeQuestion } from './undo-range.tsx'
import type { UndoRights } from './undo-rights.ts'

type Project = AnswerOf<'getProject'>

/** As many differences as somebody reads at once; the rest is in the editor. */
const MOST_SHOWN = 50

interface ActivityEntryProps {
  entry: Entry
  project: Project
  rights: UndoRights
}

export function ActivityEntry({ entry, project, rights }: ActivityEntryProps) {
  const { t, dateTime } = useText()
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { at } = entry.changes[0]
  const shown = entry.changes.filter((change) => textsOf(change) ?? statusesOf(change)).slice(0, MOST_SHOWN)
  return (
    <li className={styles.entry}>
      <Sentence entry={entry} project={project} />
      <time className={styles.hint} dateTime={at}>
        {dateTime(at)}
      </time>
      <div className={styles.ways}>
        {shown.length > 0 && (
          <Button kind="quiet" aria-expanded={isOpen} aria-controls={details} onClick={() => setOpen(!isOpen)}>
            {t('activity.differences')}
          </Button>
        )}
        {rights.of(entry) && <TakeBack entry={entry} projectId={project.id} isForAll={rights.isForAll} />}
      </div>
      {isOpen && (
        <ul id={details} className={styles.details}>
          {shown.map((change) => (
            <Difference key={change.id} change={change} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Difference({ change }: { change: Change }) {
  const { t } = useText()
  const texts = textsOf(change)
  const statuses = statusesOf(change)
  return (
    <li className={styles.detail}>
      <span className={styles.key} dir="ltr">
        {change.key}
      </span>
      {texts && <Diff {...texts} locale={change.locale ?? ''} />}
      {statuses && (
        <span className={styles.hint}>
          {t('help.statusChange', {
            before: t(`status.${statuses.before}`),
            after: t(`status.${statuses.after}`),
          })}
        </span>
      )}
    </li>
  )
}

interface TakeBackProps {
  entry: Entry
  projectId: number
  isForAll: boolean
}

/** The ways back: what is told here alone, or everything from then on. */
function TakeBack({ entry, projectId, isForAll }: TakeBackProps) {
  const { t } = useText()
  const [range, setRange] = useState<UndoRange>()
  const newest = entry.changes[0]
  const fromId = entry.changes.at(-1)?.id ?? newest.id
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('activity.more')}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onChoose={() => setRange({ fromId, toId: newest.id })}>
          {t('activity.undoThis', { count: entry.changes.length })}
        </MenuItem>
        {isForAll && (
          <MenuItem onChoose={() => setRange({ fromId, toId: 'newest' })}>{t('activity.undoSince')}</MenuItem>
        )}
      </Menu>
      {range && <UndoRangeQuestion projectId={projectId} range={range} onClose={() => setRange(undefined)} />}
    </>
  )
}
