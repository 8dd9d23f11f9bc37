import { limits } from '@parlance/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { useAnnounce } from '../../ui/announcer.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LanguageSelect, useTargets } from './language-select.tsx'
import type { Locale, Memory } from './queries.ts'
import { showAgain } from './shown-entries.ts'

interface NewEntryDialogProps {
  memory: Memory
  /** The service names no number: the source text finds it. */
  onAdded: (source: string) => void
  onClose: () => void
}

/** The longest text that the list can be searched for. */
const LONGEST_SEARCH = 500

export function NewEntryDialog({ memory, onAdded, onClose }: NewEntryDialogProps) {
  const { t } = useText()
  const announce = useAnnounce()
  const [first] = useTargets(memory)
  const [chosen, setChosen] = useState<Locale>()
  const [form, setForm] = useState({ sourceText: '', targetText: '', contextKey: '' })
  const change = (patch: Partial<typeof form>) => setForm({ ...form, ...patch })
  const locale = chosen ?? first
  const adding = useMutation({
    mutationFn: (targetLocaleId: number) => {
      const { sourceText, targetText, contextKey } = form
      const context = contextKey === '' ? {} : { contextKey }
      return api.putMemoryEntry({
        params: { tmId: memory.id },
        body: { sourceText, targetText, targetLocaleId, ...context },
      })
    },
    onSuccess: async () => {
      onClose()
      announce(t('memories.entryAdded'))
      onAdded(form.sourceText.trim().slice(0, LONGEST_SEARCH))
      await showAgain(memory.id, memory.organizationId)
    },
  })
  const { sourceLocaleCode: source } = memory
  return (
    <FormDialog
      title={t('memories.newEntry')}
      submitLabel={t('memories.add')}
      sending={adding}
      onSubmit={() => locale && adding.mutate(locale.id)}
      onClose={onClose}
    >
      <TextArea
        label={t('memories.entry.source')}
        required
        rows={3}
        lang={source}
        dir={directionOf(source)}
        maxLength={limits.memoryText}
        value={form.sourceText}
        onChange={(event) => change({ sourceText: event.target.value })}
      />
      <LanguageSelect memory={memory} value={locale} onChange={setChosen} />
      <TextArea
        label={t('memories.entry.translation')}
        required
        rows={3}
        {...(locale ? { lang: locale.code, dir: directionOf(locale.code) } : {})}
        maxLength={limits.memoryText}
        value={form.targetText}
        onChange={(event) => change({ targetText: event.target.value })}
      />
      <TextField
        label={t('memories.context')}
        hint={t('memories.contextHint')}
        dir="auto"
        maxLength={limits.memoryContext}
        value={form.contextKey}
        onChange={(event) => change({ contextKey: event.target.value })}
      />
      <p>{t('memories.entryReplaces')}</p>
    </FormDialog>
  )
}
