import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { codeOf } from '../../../api/errors.ts'
import { useSession } from '../../../api/session.ts'
import { useText } from '../../../text/context.tsx'
import { useAnnounce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { useEditor } from '../editor-context.ts'
import { keepComment, keptComment } from './comment-drafts.ts'
import styles from './comments.module.css'
import panel from './help-panel.module.css'
import { MentionField } from './mention-field.tsx'
import { mentionedIn, type Person } from './mentions.ts'
import { Problem } from './problem.tsx'
import { signedIn } from './signed-in.ts'
import { ofKey } from './stale-help.ts'

const EVERY = ''

/** Give it the key as `key`: each has a draft of its own. */
export function CommentForm({ keyId, people }: { keyId: number; people: readonly Person[] }) {
  const { t, languageTitle } = useText()
  const { user } = useSession()
  const { locale } = useEditor()
  const [text, setText] = useState(() => keptComment(user.id, keyId))
  const [about, setAbout] = useState<string>(locale.code)
  const type = (typed: string) => {
    setText(typed)
    keepComment(user.id, keyId, typed)
  }
  const mentions = mentionedIn(text, people)
  const sending = useSending(keyId, () => type(''))
  const isEmpty = text.trim() === ''
  const send = () => {
    if (!isEmpty && !sending.isPending) sending.mutate({ text: text.trim(), locale: about || null, mentions })
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <MentionField
        text={text}
        people={people.filter(({ id }) => id !== user.id)}
        isSending={sending.isPending}
        onChange={type}
        onSend={send}
      />
      {sending.isError &&
        (codeOf(sending.error) === 'INVALID_INPUT' && mentions.length > 0 ? (
          <p className={panel.hint}>{t('help.mentionStranger')}</p>
        ) : (
          <Problem error={sending.error} />
        ))}
      <div className={styles.formActions}>
        <Select
          label={t('help.about')}
          value={about}
          choices={[
            { value: locale.code, label: languageTitle(locale) },
            { value: EVERY, label: t('help.allLanguages') },
          ]}
          onChange={setAbout}
        />
        <Button type="submit" kind="primary" disabled={isEmpty || sending.isPending}>
          {t('help.send')}
        </Button>
      </div>
    </form>
  )
}

/** The text stays in the field, and on the device, until the service has it. */
function useSending(keyId: number, onSent: () => void) {
  const { t } = useText()
  const { project } = useEditor()
  const queries = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: (body: { text: string; locale: string | null; mentions: number[] }) =>
      signedIn(() => api.createKeyComment({ params: { projectId: project.id, keyId }, body })),
    onSuccess: async () => {
      onSent()
      announce(t('help.sent'))
      await queries.invalidateQueries({ queryKey: ofKey(project.id, keyId) })
    },
  })
}
