import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { termQuery } from './queries.ts'
import { useGlossaryRights } from './rights.ts'
import { tellTerms } from './tell-terms.ts'
import styles from './term-fields.module.css'
import { ConceptFields } from './term-fields.tsx'
import { changesOf, formOf, newTermForm, type Term, type TermForm, termToCreate } from './term-form.ts'
import { TranslationFields } from './translation-fields.tsx'

interface OpenProps {
  orgId: number
  onClose: () => void
}

/** A term that is not there yet. */
export function NewTermDialog({ orgId, sourceCode, onClose }: OpenProps & { sourceCode: string | undefined }) {
  const { t } = useText()
  const announce = useAnnounce()
  const { locales, mayCreate, mayWrite, usualSource } = useGlossaryRights(orgId)
  const source = sourceCode !== undefined && mayWrite(sourceCode) ? sourceCode : usualSource
  const [form, setForm] = useState<TermForm>()
  const shown = form ?? newTermForm(source)
  const creating = useMutation({
    mutationFn: () => api.createTerm({ params: { orgId }, body: termToCreate(shown, locales) }),
    onSuccess: async ({ term }) => {
      onClose()
      announce(t('glossary.created', { term }))
      await tellTerms(orgId)
    },
  })
  if (!mayCreate) return null
  const change = (patch: Partial<TermForm>) => setForm({ ...shown, ...patch })
  return (
    <FormDialog
      title={t('glossary.new')}
      submitLabel={t('glossary.create')}
      sending={creating}
      onSubmit={() => creating.mutate()}
      onClose={onClose}
      isWide
    >
      <div className={styles.columns}>
        <div className={styles.column}>
          <ConceptFields form={shown} change={change} sources={locales} />
        </div>
        <div className={styles.column}>
          <TranslationFields form={shown} change={change} locales={locales} />
          <Untranslated form={shown} />
        </div>
      </div>
    </FormDialog>
  )
}

/** Why there are no fields for languages. */
function Untranslated({ form: { isForbidden, isKept } }: { form: TermForm }) {
  const { t } = useText()
  if (!isForbidden && !isKept) return null
  return <p className={styles.hint}>{t(isForbidden ? 'glossary.forbiddenHint' : 'glossary.keptHint')}</p>
}

/** A term of the list: to be read, or changed by those who may. */
export function TermDialog({ orgId, termId, onClose }: OpenProps & { termId: number }) {
  const { t } = useText()
  const { data: term, error } = useQuery(termQuery(orgId, termId))
  if (error && !term)
    return (
      <Dialog
        title={t('glossary.term')}
        isOpen
        onClose={onClose}
        actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
      >
        <p role="alert">{t(`situation.${situationOf(error)}`)}</p>
      </Dialog>
    )
  return term ? <OpenTerm key={term.id} orgId={orgId} term={term} onClose={onClose} /> : null
}

function OpenTerm({ orgId, term, onClose }: OpenProps & { term: Term }) {
  const { t } = useText()
  const rights = useGlossaryRights(orgId)
  // What was opened: a change of somebody else meanwhile is not taken for one of this form.
  const [before] = useState(term)
  const [form, setForm] = useState(() => formOf(term))
  const change = (patch: Partial<TermForm>) => setForm((known) => ({ ...known, ...patch }))
  const saving = useSave(orgId, before, form, onClose)
  const fields = (
    <div className={styles.columns}>
      <div className={styles.column}>
        <ConceptFields
          form={form}
          change={change}
          sources={rights.locales}
          isReadOnly={!rights.mayEdit || !rights.mayWrite(before.sourceLocaleCode)}
        />
      </div>
      <div className={styles.column}>
        <TranslationFields
          form={form}
          change={change}
          locales={rights.locales}
          isReadOnly={!rights.mayEdit}
          kept={rights.mayRemoveTranslations ? [] : before.translations.map(({ localeId }) => localeId)}
        />
        <Untranslated form={form} />
      </div>
    </div>
  )
  if (!rights.mayEdit)
    return (
      <Dialog
        title={before.term}
        isOpen
        isWide
        onClose={onClose}
        actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
      >
        {fields}
      </Dialog>
    )
  return (
    <FormDialog
      title={before.term}
      submitLabel={t('ui.save')}
      sending={saving}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
      isWide
    >
      {fields}
    </FormDialog>
  )
}

function useSave(orgId: number, before: Term, form: TermForm, onClose: () => void) {
  const { t } = useText()
  const announce = useAnnounce()
  const { locales } = useGlossaryRights(orgId)
  return useMutation({
    mutationFn: async () => {
      const params = { orgId, termId: before.id }
      const { patch, removed } = changesOf(before, form, locales)
      if (patch) await api.updateTerm({ params, body: patch })
      // Somebody else has removed it, or this is the second try: it is gone either way.
      for (const translationId of removed)
        await api.deleteTermTranslation({ params: { ...params, translationId } }).catch((error: unknown) => {
          if (situationOf(error) !== 'notFound') throw error
        })
    },
    onSuccess: () => {
      onClose()
      announce(t('glossary.saved', { term: form.term.trim() }))
    },
    onSettled: () => tellTerms(orgId),
  })
}
