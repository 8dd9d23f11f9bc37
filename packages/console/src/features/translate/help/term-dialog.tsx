import { termLimits } from '@parlance/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../../api/client.ts'
import { situationOf } from '../../../api/errors.ts'
import { useText } from '../../../text/context.tsx'
import { directionOf } from '../../../text/languages.ts'
import { useAnnounce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { useEditor } from '../editor-context.ts'
import { type NewTerm, termToCreate } from './new-term.ts'
import { signedIn } from './signed-in.ts'
import { TERMS } from './stale-help.ts'
import styles from './terms.module.css'

/** A term of the glossary, from words of a source text. */
export function TermDialog({ words, onClose }: { words: string; onClose: () => void }) {
  const { t, languageName } = useText()
  const { source, locale } = useEditor()
  const form = useId()
  const [term, setTerm] = useState<NewTerm>({ ...EMPTY, term: words })
  const creating = useCreate(onClose)
  const change = (patch: Partial<NewTerm>) => setTerm((known) => ({ ...known, ...patch }))
  const isSource = source.code === locale.code
  return (
    <Dialog
      title={t('help.addTerm')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('help.cancel')}</Button>
          <Button form={form} type="submit" kind="primary" disabled={term.term.trim() === '' || creating.isPending}>
            {t('help.add')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          creating.mutate(term)
        }}
      >
        <TextField
          label={t('help.term')}
          lang={source.code}
          dir={directionOf(source.code)}
          maxLength={termLimits.term}
          value={term.term}
          onChange={(event) => change({ term: event.target.value })}
          required
        />
        {!isSource && !term.isForbidden && !term.isKept && (
          <TextField
            label={t('help.termTranslation', { language: languageName(locale) })}
            lang={locale.code}
            dir={directionOf(locale.code)}
            maxLength={termLimits.term}
            value={term.translation}
            onChange={(event) => change({ translation: event.target.value })}
          />
        )}
        <TextArea
          label={t('help.definition')}
          rows={2}
          maxLength={termLimits.definition}
          value={term.definition}
          onChange={(event) => change({ definition: event.target.value })}
        />
        <div>
          <Checkbox
            label={t('help.termForbidden')}
            checked={term.isForbidden}
            onChange={(isForbidden) => change({ isForbidden })}
          />
          <Checkbox label={t('help.termKept')} checked={term.isKept} onChange={(isKept) => change({ isKept })} />
          <Checkbox
            label={t('help.termCase')}
            checked={term.isCaseSensitive}
            onChange={(isCaseSensitive) => change({ isCaseSensitive })}
          />
        </div>
        {creating.isError && (
          <p role="alert" className={styles.failure}>
            {t(`situation.${situationOf(creating.error)}`)}
          </p>
        )}
      </form>
    </Dialog>
  )
}

const EMPTY: NewTerm = {
  term: '',
  translation: '',
  definition: '',
  isForbidden: false,
  isKept: false,
  isCaseSensitive: false,
}

function useCreate(onDone: () => void) {
  const { t } = useText()
  const { project, source, locale } = useEditor()
  const queries = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: (term: NewTerm) =>
      signedIn(() =>
        api.createTerm({ params: { orgId: project.organizationId }, body: termToCreate(term, source, locale) }),
      ),
    onSuccess: async ({ term }) => {
      onDone()
      announce(t('help.termAdded', { term }))
      await queries.invalidateQueries({ queryKey: TERMS })
    },
  })
}
