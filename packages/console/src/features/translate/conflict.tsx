import { useId } from 'react'
import { useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { Button } from '../../ui/button.tsx'
import { Diff } from '../../ui/diff.tsx'
import styles from './conflict.module.css'
import { type Theirs, useEditor, type ValueRef } from './editor-context.ts'
import { readableText } from './plural.ts'
import { useSaveState } from './row-status.tsx'
import { StatusMark } from './status-mark.tsx'

interface ConflictProps {
  valueRef: ValueRef
  /** What is in the field. */
  mine: string
}

/** Both texts, when somebody else has changed a value that is being typed over. Nothing is written until one is chosen. */
export function Conflict({ valueRef, mine }: ConflictProps) {
  const { t } = useText()
  const { drafts, saves, openValue, isReadOnly } = useEditor()
  const { state } = useSaveState(valueRef, drafts, saves)
  const id = useId()
  if (state.kind !== 'conflict') return null
  const { theirs } = state
  const choose = (choice: (ref: ValueRef) => void) => {
    choice(valueRef)
    openValue.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are buttons
    <div role="group" aria-labelledby={id} className={styles.conflict}>
      <h3 id={id} className={styles.title}>
        {t('conflict.title')}
      </h3>
      <Who theirs={theirs} />
      <div className={styles.theirs} lang={valueRef.locale} dir={directionOf(valueRef.locale)}>
        {theirs.value ? readableText(theirs.value) : <i>{t('conflict.empty')}</i>}
      </div>
      {theirs.value && (
        <div className={styles.difference}>
          <span className={styles.label}>{t('conflict.difference')}</span>
          <Diff before={readableText(theirs.value)} after={readableText(mine)} locale={valueRef.locale} />
        </div>
      )}
      <div className={styles.choices}>
        <Button onClick={() => choose((ref) => saves.takeTheirs(ref))}>{t('conflict.useTheirs')}</Button>
        <Button
          kind="primary"
          data-keep-mine
          disabled={isReadOnly}
          title={isReadOnly ? t('situation.readOnly') : undefined}
          onClick={() => choose((ref) => saves.keepMine(ref))}
        >
          {t('conflict.keepMine')}
        </Button>
      </div>
    </div>
  )
}

function Who({ theirs }: { theirs: Theirs }) {
  const { t, relativeTime } = useText()
  const me = useSession().user.id
  const time = theirs.updatedAt === null ? '' : relativeTime(theirs.updatedAt)
  const isMe = theirs.updatedBy === me
  return (
    <p className={styles.who}>
      {isMe ? t('conflict.byYou', { time }) : t('conflict.by', { name: theirs.name ?? t('conflict.somebody'), time })}
      <StatusMark status={theirs.status} />
    </p>
  )
}
