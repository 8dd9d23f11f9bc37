import { limits } from '@parlance/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LabelledSelect } from '../../ui/labelled-select.tsx'
import { type Memory, ofMemory } from './queries.ts'
import { useMemoryRights } from './rights.ts'

interface MemoryForm {
  name: string
  description: string
  isShared: boolean
  onlyApproved: boolean
  autoPopulate: boolean
}

const NEW: MemoryForm = { name: '', description: '', isShared: false, onlyApproved: false, autoPopulate: true }
const LONGEST_DESCRIPTION = 2000

const stale = (orgId: number) => queryClient.invalidateQueries({ queryKey: ['organization', orgId, 'memories'] })

/** A memory that is not there yet. Its source language is chosen once, for good. */
export function NewMemoryDialog({ orgId, onClose }: { orgId: number; onClose: () => void }) {
  const { t, languageTitle } = useText()
  const navigate = useNavigate()
  const { locales } = useMemoryRights(orgId)
  const [form, setForm] = useState(NEW)
  const [chosen, setSource] = useState<string>()
  const source = locales.find(({ code }) => code === chosen) ?? locales.toSorted((a, b) => a.id - b.id)[0]
  const creating = useMutation({
    mutationFn: () => {
      const { name, description, isShared, onlyApproved } = form
      const about = description.trim() === '' ? {} : { description: description.trim() }
      const body = { name: name.trim(), ...about, isShared, onlyApproved, sourceLocaleId: source?.id ?? 0 }
      return api.createMemory({ params: { orgId }, body })
    },
    onSuccess: async ({ id: tmId }) => {
      await stale(orgId)
      await navigate({ to: '/organizations/$orgId/memories/$tmId', params: { orgId, tmId } })
    },
  })
  return (
    <FormDialog
      title={t('memories.new')}
      submitLabel={t('memories.create')}
      sending={creating}
      onSubmit={() => creating.mutate()}
      onClose={onClose}
    >
      <Fields form={form} change={(patch) => setForm({ ...form, ...patch })}>
        {source && (
          <LabelledSelect
            label={t('memories.source')}
            value={source.code}
            choices={locales.map((locale) => ({
              value: locale.code,
              label: languageTitle(locale),
              detail: locale.code,
            }))}
            onChange={setSource}
          />
        )}
      </Fields>
    </FormDialog>
  )
}

/** Name and rules of a memory. */
export function MemorySettingsDialog({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const { t } = useText()
  const announce = useAnnounce()
  const [form, setForm] = useState<MemoryForm>({ ...memory, description: memory.description ?? '' })
  const change = (patch: Partial<MemoryForm>) => setForm({ ...form, ...patch })
  const saving = useMutation({
    mutationFn: () => {
      const { name, description, isShared, onlyApproved, autoPopulate } = form
      const body = {
        name: name.trim(),
        description: description.trim() || null,
        isShared,
        onlyApproved,
        autoPopulate,
      }
      return api.updateMemory({ params: { tmId: memory.id }, body })
    },
    onSuccess: async ({ name }) => {
      onClose()
      announce(t('memories.saved', { name }))
      await Promise.all([
        stale(memory.organizationId),
        queryClient.invalidateQueries({ queryKey: ofMemory(memory.id) }),
      ])
    },
  })
  return (
    <FormDialog
      title={t('memories.settings')}
      submitLabel={t('ui.save')}
      sending={saving}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <Fields form={form} change={change} />
      <Checkbox
        label={t('memories.autoPopulateLabel')}
        checked={form.autoPopulate}
        onChange={(autoPopulate) => change({ autoPopulate })}
      />
    </FormDialog>
  )
}

interface FieldsProps {
  form: MemoryForm
  change: (patch: Partial<MemoryForm>) => void
  children?: React.ReactNode
}

function Fields({ form, change, children }: FieldsProps) {
  const { t } = useText()
  return (
    <>
      <TextField
        label={t('memories.name')}
        required
        dir="auto"
        maxLength={limits.name}
        value={form.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextArea
        label={t('memories.description')}
        rows={2}
        dir="auto"
        maxLength={LONGEST_DESCRIPTION}
        value={form.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      {children}
      <Checkbox
        label={t('memories.sharedLabel')}
        checked={form.isShared}
        onChange={(isShared) => change({ isShared })}
      />
      <Checkbox
        label={t('memories.onlyApprovedLabel')}
        checked={form.onlyApproved}
        onChange={(onlyApproved) => change({ onlyApproved })}
      />
    </>
  )
}
