import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { codeOf } from '../../api/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Checkbox, Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { WebhookEvent } from './events.ts'
import { EventsField } from './events-field.tsx'
import { shownOf } from './use-webhook-deeds.ts'
import type { Webhook } from './webhook-queries.ts'
import styles from './webhooks.module.css'

interface Form {
  name: string
  url: string
  events: readonly WebhookEvent[]
  isActive: boolean
  signature: Webhook['signature']
}

const EMPTY: Form = { name: '', url: '', events: [], isActive: true, signature: 'tms' }

interface WebhookFieldsProps {
  form: Form
  onChange: (patch: Partial<Form>) => void
  /** Somebody wanted to send it without any event. */
  isLacking: boolean
}

function WebhookFields({ form, onChange, isLacking }: WebhookFieldsProps) {
  const { t } = useText()
  return (
    <>
      <TextField
        label={t('webhooks.name')}
        required
        maxLength={255}
        value={form.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        type="url"
        dir="ltr"
        required
        maxLength={2048}
        pattern="https?://.+"
        placeholder="https://example.com/hooks/parlance"
        value={form.url}
        onChange={(event) => onChange({ url: event.target.value })}
      />
      <EventsField
        events={form.events}
        onChange={(events) => onChange({ events })}
        error={isLacking && form.events.length === 0 ? t('webhooks.noEvents') : undefined}
      />
      <Checkbox
        label={t('webhooks.standard')}
        detail={t('webhooks.standardDetail')}
        checked={form.signature === 'standard'}
        onChange={(isStandard) => onChange({ signature: isStandard ? 'standard' : 'tms' })}
      />
    </>
  )
}

function useForm(start: Form) {
  const { t } = useText()
  const [form, setForm] = useState(start)
  const [isLacking, setLacking] = useState(false)
  const { signature } = form
  const body = { name: form.name.trim(), url: form.url.trim(), events: [...form.events], signature }
  return {
    form,
    body,
    fields: { form, isLacking, onChange: (patch: Partial<Form>) => setForm((before) => ({ ...before, ...patch })) },
    /** The browser asks for the rest. */
    send: (mutate: () => void) => {
      setLacking(form.events.length === 0)
      if (form.events.length > 0) mutate()
    },
    refusal: (error: Error | null) =>
      codeOf(error) === 'WEBHOOK_URL_NOT_ALLOWED' ? t('webhooks.urlNotAllowed') : undefined,
  }
}

const readAgain = (webhook: Pick<Webhook, 'projectId' | 'id'>) =>
  Promise.all(shownOf(webhook).map((queryKey) => queryClient.invalidateQueries({ queryKey })))

interface NewWebhookProps {
  projectId: number
  onClose: () => void
  onCreated: (secret: string) => void
}

export function NewWebhookDialog({ projectId, onClose, onCreated }: NewWebhookProps) {
  const { t } = useText()
  const announce = useAnnounce()
  const { form, body, fields, send, refusal } = useForm(EMPTY)
  const creation = useMutation({
    mutationFn: () => api.createWebhook({ params: { projectId }, body: { ...body, isActive: form.isActive } }),
    onSuccess: async ({ secret, ...webhook }) => {
      announce(t('webhooks.created', { name: webhook.name }))
      onCreated(secret)
      await readAgain(webhook)
    },
    // The answer holds the secret, which is shown once and kept nowhere.
    gcTime: 0,
  })
  return (
    <FormDialog
      title={t('webhooks.create')}
      submitLabel={t('webhooks.createButton')}
      sending={creation}
      refusal={refusal(creation.error)}
      onSubmit={() => send(creation.mutate)}
      onClose={onClose}
    >
      <WebhookFields {...fields} />
      <Switch
        label={t('webhooks.active')}
        checked={form.isActive}
        onChange={(isActive) => fields.onChange({ isActive })}
      />
    </FormDialog>
  )
}

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useText()
  const announce = useAnnounce()
  const { user } = useSession()
  const { body, fields, send, refusal } = useForm(webhook)
  const change = useMutation({
    mutationFn: () => api.updateWebhook({ params: { id: webhook.id }, body }),
    onSuccess: async ({ name }) => {
      announce(t('webhooks.saved', { name }))
      onClose()
      await readAgain(webhook)
    },
  })
  return (
    <FormDialog
      title={t('webhooks.edit')}
      submitLabel={t('ui.save')}
      sending={change}
      refusal={refusal(change.error)}
      onSubmit={() => send(change.mutate)}
      onClose={onClose}
    >
      <WebhookFields {...fields} />
      {webhook.createdBy !== user.id && <p className={styles.hint}>{t('webhooks.takeOver')}</p>}
    </FormDialog>
  )
}
