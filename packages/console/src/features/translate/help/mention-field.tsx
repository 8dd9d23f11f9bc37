import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../../text/context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import styles from './comments.module.css'
import { mentionAt, offered, type Person } from './mentions.ts'

interface MentionFieldProps {
  text: string
  people: readonly Person[]
  isSending: boolean
  onChange: (text: string) => void
  onSend: () => void
}

/** The field of a comment. An @ offers people; Ctrl+Enter sends. */
export function MentionField({ text, people, isSending, onChange, onSend }: MentionFieldProps) {
  const { t } = useText()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { names, place, setPlace, look, choose, close } = useOffer(field, people, text, onChange)
  const onKeyDown = (event: KeyboardEvent) => {
    // The row beside it has meanings of its own for these keys.
    event.stopPropagation()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSend()
    }
    if (names.length === 0) return
    const chosen = names[place]
    if (event.key === 'ArrowDown') setPlace((place + 1) % names.length)
    else if (event.key === 'ArrowUp') setPlace((place + names.length - 1) % names.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {t('help.comment')}
      </label>
      <textarea
        ref={field}
        id={id}
        className={styles.input}
        rows={3}
        dir="auto"
        value={text}
        readOnly={isSending}
        aria-autocomplete="list"
        aria-controls={names.length > 0 ? `${id}-people` : undefined}
        aria-activedescendant={names.length > 0 ? `${id}-${place}` : undefined}
        onChange={(event) => {
          onChange(event.target.value)
          look(event.target)
        }}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {names.length > 0 && (
        <div id={`${id}-people`} role="listbox" aria-label={t('help.people')} className={styles.people}>
          {names.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the field, which keeps the focus.
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === place}
              className={classNames(styles.person, index === place && styles.current)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** The people whom the word before the caret may mean. */
function useOffer(
  field: React.RefObject<HTMLTextAreaElement | null>,
  people: readonly Person[],
  text: string,
  onChange: (text: string) => void,
) {
  const [mention, setMention] = useState<ReturnType<typeof mentionAt>>()
  const [place, setPlace] = useState(0)
  // Set with the text, before the next key comes.
  const caret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const names = mention ? offered(people, mention.typed) : []
  const look = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const found = selectionStart === selectionEnd ? mentionAt(value, selectionStart) : undefined
    if (found?.typed !== mention?.typed) setPlace(0)
    setMention(found)
  }
  const close = () => setMention(undefined)
  const choose = ({ name }: Person) => {
    if (!mention) return
    const end = mention.start + 1 + mention.typed.length
    const before = `${text.slice(0, mention.start)}@${name} `
    onChange(before + text.slice(end).replace(/^ /, ''))
    close()
    caret.current = before.length
  }
  return { names, place: Math.min(place, Math.max(0, names.length - 1)), setPlace, look, choose, close }
}
