import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useText } from '../../../text/context.tsx'
import { useAnnounce } from '../../../ui/announcer.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import {
  ConceptFields,
  newTermForm,
  type TermForm,
  TranslationFields,
  tellTerms,
  termToCreate,
} from '../../glossary/index.ts'
import { useEditor } from '../editor-context.ts'
import { signedIn } from './signed-in.ts'

/** A term of the glossary, from words of a source text, with its name in the language that is open. */
export function TermDialog({ words, onClose }: { words: string; onClose: () => void }) {
  const { t } = useText()
  const { source, locale } = useEditor()
  const [form, setForm] = useState(() => newTermForm(source.code, words))
  const change = (patch: Partial<TermForm>) => setForm((known) => ({ ...known, ...patch }))
  const creating = useCreate(onClose)
  return (
    <FormDialog
      title={t('help.addTerm')}
      submitLabel={t('help.add')}
      sending={creating}
      onSubmit={() => creating.mutate(form)}
      onClose={onClose}
    >
      <ConceptFields form={form} change={change} sources={[source]}>
        <TranslationFields form={form} change={change} locales={[locale]} />
      </ConceptFields>
    </FormDialog>
  )
}

function useCreate(onDone: () => void) {
  const { t } = useText()
  const { project, locale } = useEditor()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: (form: TermForm) =>
      signedIn(() => api.createTerm({ params: { orgId: project.organizationId }, body: termToCreate(form, [locale]) })),
    onSuccess: async ({ term }) => {
      onDone()
      announce(t('glossary.created', { term }))
      await tellTerms(project.organizationId)
    },
  })
}
