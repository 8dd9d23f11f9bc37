import { PencilLine } from 'lucide-react'
import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { Button, WideText } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './drafts-dialog.module.css'
import { type Draft, lackOf, useEditor } from './editor-context.ts'
import { refId } from './listeners.ts'
import { readableText } from './plural.ts'
import { useRow } from './row.tsx'
import { RowStatus } from './row-status.tsx'
import { statusOf } from './status-mark.tsx'
import { useDiscard } from './use-discard.ts'

/** Button "Drafts", which says how many there are, and the list of them. */
export function DraftsButton() {
  const { t } = useText()
  const [isOpen, setIsOpen] = useState(false)
  const drafts = useDrafts()
  const id = useId()
  return (
    <>
      <Button onClick={() => setIsOpen(true)} aria-describedby={id}>
        <PencilLine size={16} aria-hidden />
        <WideText>{t('drafts.title')}</WideText>
        {drafts.length > 0 && (
          <span aria-hidden className={styles.count}>
            {drafts.length}
          </span>
        )}
      </Button>
      <span id={id} hidden>
        {t('drafts.count', { count: drafts.length })}
      </span>
      {isOpen && <DraftsDialog drafts={drafts} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function useDrafts(): readonly Draft[] {
  const { drafts } = useEditor()
  return useSyncExternalStore(
    (listener) => drafts.subscribeAll(listener),
    () => drafts.all(),
  )
}

interface DraftsDialogProps {
  drafts: readonly Draft[]
  onClose: () => void
}

function DraftsDialog({ drafts, onClose }: DraftsDialogProps) {
  const { t } = useText()
  const editor = useEditor()
  const { rows, saves, isReadOnly } = editor
  const discard = useDiscard()
  const id = useId()
  const saved = drafts.filter(({ locale }) => lackOf(editor, locale) === undefined)
  const keyIds = drafts.map(({ keyId }) => keyId).join()
  useEffect(() => {
    if (keyIds !== '') void rows.load(keyIds.split(',').map(Number)).catch(() => {})
  }, [rows, keyIds])
  // Who has a choice to make makes it in the row.
  const saveAll = () => {
    for (const draft of saved) if (saves.stateOf(draft).kind !== 'conflict') saves.save(draft, draft.text, draft)
  }
  return (
    <Dialog
      title={t('drafts.title')}
      isOpen
      isWide
      onClose={onClose}
      actions={
        drafts.length > 0 && (
          <>
            <Button onClick={() => discard(drafts)}>{t('drafts.discardAll')}</Button>
            {saved.length > 0 && (
              <Button
                kind="primary"
                disabled={isReadOnly}
                aria-describedby={isReadOnly ? id : undefined}
                onClick={saveAll}
              >
                {t('drafts.saveAll')}
              </Button>
            )}
          </>
        )
      }
    >
      <p className={styles.hint}>{drafts.length === 0 ? t('drafts.none') : t('drafts.hint')}</p>
      {isReadOnly && (
        <p id={id} className={styles.hint}>
          {t('situation.readOnly')}
        </p>
      )}
      <ul className={styles.list} aria-label={t('drafts.title')}>
        {drafts.map((draft) => (
          <DraftItem key={refId(draft)} draft={draft} onOpen={onClose} />
        ))}
      </ul>
    </Dialog>
  )
}

function DraftItem({ draft, onOpen }: { draft: Draft; onOpen: () => void }) {
  const { t, relativeTime, languageTitle } = useText()
  const { project, rows, drafts, saves, open } = useEditor()
  const discard = useDiscard()
  const { keyId, locale } = draft
  const row = useRow(rows, keyId)
  const language = languageTitle(project.locales.find(({ code }) => code === locale) ?? { code: locale, name: locale })
  const isGone = rows.isGone(keyId)
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        {row && !isGone ? (
          <button
            type="button"
            className={styles.key}
            onClick={() => {
              open(keyId, locale)
              onOpen()
            }}
          >
            <bdi>{row.key}</bdi>
          </button>
        ) : (
          <span className={styles.gone}>{isGone ? (row?.key ?? t('drafts.deletedKey')) : t('list.loading')}</span>
        )}
        <span className={styles.meta}>
          {language} · {relativeTime(new Date(draft.changedAt))}
        </span>
        {row && (
          <RowStatus keyId={keyId} locale={locale} status={statusOf(row, locale)} drafts={drafts} saves={saves} />
        )}
        <Button kind="quiet" onClick={() => discard([draft])}>
          {t('drafts.discard')}
        </Button>
      </div>
      <div className={styles.text} lang={locale} dir={directionOf(locale)}>
        {readableText(draft.text)}
      </div>
    </li>
  )
}
