import { limits } from '@parlance/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { RowActions } from '../../ui/table.tsx'
import styles from './memories.module.css'
import type { Entry } from './queries.ts'
import type { MemorySearch } from './search.ts'
import { changeShown } from './shown-entries.ts'

interface EntryRowProps {
  entry: Entry
  sourceCode: string
  mayWrite: boolean
  onDelete: (entry: Entry) => void
}

export const EntryRow = memo(function EntryRow({ entry, sourceCode, mayWrite, onDelete }: EntryRowProps) {
  const { t, number, dateTime } = useText()
  return (
    <tr>
      <th scope="row">
        <div className={styles.text} lang={sourceCode} dir={directionOf(sourceCode)}>
          {entry.sourceText}
        </div>
      </th>
      <td className={styles.language}>{entry.targetLocaleCode}</td>
      <td>{mayWrite ? <Translation entry={entry} /> : <TargetText entry={entry} />}</td>
      <td>
        {entry.contextKey !== null && <Note>{entry.contextKey}</Note>}
        {entry.sourceProjectName !== null && (
          <Note>
            <Link
              from="/organizations/$orgId/memories/$tmId"
              to="."
              search={(search: MemorySearch) => ({ ...search, project: entry.sourceProjectId })}
              aria-label={t('memories.onlyFrom', { name: entry.sourceProjectName })}
            >
              {entry.sourceProjectName}
            </Link>
          </Note>
        )}
        {entry.authorName !== null && <Note>{entry.authorName}</Note>}
      </td>
      <td className={styles.number} title={entry.lastUsedAt === null ? undefined : dateTime(entry.lastUsedAt)}>
        {number(entry.usageCount)}
      </td>
      <RowActions>
        <IconButton label={t('memories.deleteEntryNamed', { text: entry.sourceText })} onClick={() => onDelete(entry)}>
          <Trash2 size={16} aria-hidden />
        </IconButton>
      </RowActions>
    </tr>
  )
})

const Note = ({ children }: { children: ReactNode }) => (
  <span className={styles.note} dir="auto">
    {children}
  </span>
)

const writing = ({ targetLocaleCode: code }: Entry) => ({ lang: code, dir: directionOf(code) })

const TargetText = ({ entry }: { entry: Entry }) => (
  <div className={styles.text} {...writing(entry)}>
    {entry.targetText}
  </div>
)

/** A text that is a field once somebody presses it. */
function Translation({ entry }: { entry: Entry }) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (isOpen) return <TranslationEditor entry={entry} onClose={() => setOpen(false)} />
  return (
    <button
      ref={button}
      type="button"
      className={styles.edit}
      title={t('memories.edit')}
      onClick={() => setOpen(true)}
      {...writing(entry)}
    >
      {entry.targetText}
    </button>
  )
}

function TranslationEditor({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { t } = useText()
  const [text, setText] = useState(entry.targetText)
  const { mutate, isPending, error } = useSave(entry, onClose)
  const save = () => {
    if (text === '' || isPending) return
    if (text === entry.targetText) onClose()
    else mutate(text)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
  }
  return (
    <div className={styles.editor}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it stands where somebody has just pressed
        autoFocus
        rows={Math.min(8, Math.max(2, Math.ceil(text.length / 40)))}
        aria-label={t('memories.entry.translation')}
        maxLength={limits.memoryText}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        {...writing(entry)}
      />
      {error && (
        <p role="alert" className={styles.refusal}>
          {t(`situation.${situationOf(error)}`)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button kind="primary" aria-disabled={text === '' || isPending} onClick={save}>
          {t('ui.save')}
        </Button>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
      </div>
    </div>
  )
}

function useSave({ id, tmId }: Entry, onSaved: () => void) {
  const { t } = useText()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: (targetText: string) => api.updateMemoryEntry({ params: { tmId, entryId: id }, body: { targetText } }),
    onSuccess: (_, targetText) => {
      changeShown(tmId, (entries) => entries.map((entry) => (entry.id === id ? { ...entry, targetText } : entry)))
      announce(t('memories.entrySaved'))
      onSaved()
    },
  })
}
