import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Checkbox, Choices } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LabelledSelect } from '../../ui/labelled-select.tsx'
import styles from './api-keys.module.css'
import { apiKeysQuery } from './api-keys-query.ts'
import { dayAfter, EXPIRIES, type Expiry, endOf } from './expiry.ts'
import {
  type NamedPermission,
  PERMISSION_NAMES,
  PERMISSIONS,
  SCOPE_NAMES,
  SCOPES,
  type Scope,
  toggled,
} from './grants.ts'

interface Form {
  name: string
  scopes: readonly Scope[]
  permissions: readonly NamedPermission[]
  expiry: Expiry
  date: string
}

const EMPTY: Form = { name: '', scopes: ['translations:read'], permissions: [], expiry: 'year', date: '' }

interface FieldsProps {
  form: Form
  onChange: (patch: Partial<Form>) => void
}

interface NewApiKeyProps {
  projectId: number
  onClose: () => void
  onCreated: (secret: string) => void
}

export function NewApiKeyDialog({ projectId, onClose, onCreated }: NewApiKeyProps) {
  const { t } = useText()
  const announce = useAnnounce()
  const [form, setForm] = useState(EMPTY)
  const [isLacking, setLacking] = useState(false)
  const { name, scopes, permissions, expiry, date } = form
  const holdsNothing = scopes.length + permissions.length === 0
  const creation = useMutation({
    mutationFn: () => {
      const grants = { scopes: [...scopes], permissions: [...permissions] }
      const body = { name: name.trim(), ...grants, expiresAt: endOf(expiry, date, Date.now()) }
      return api.createApiKey({ params: { projectId }, body })
    },
    onSuccess: async (made) => {
      announce(t('apiKeys.created', { name: made.name }))
      onCreated(made.key)
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery(projectId).queryKey })
    },
    // The answer holds the secret, which is shown once and kept nowhere.
    gcTime: 0,
  })
  const fields = { form, onChange: (patch: Partial<Form>) => setForm((before) => ({ ...before, ...patch })) }
  const submit = () => {
    setLacking(holdsNothing)
    if (!holdsNothing) creation.mutate()
  }
  return (
    <FormDialog
      title={t('apiKeys.create')}
      submitLabel={t('apiKeys.createButton')}
      sending={creation}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('apiKeys.name')}
        hint={t('apiKeys.nameHint')}
        required
        maxLength={255}
        value={name}
        onChange={(event) => fields.onChange({ name: event.target.value })}
      />
      <Grants {...fields} />
      {isLacking && holdsNothing && (
        <p role="alert" className={styles.error}>
          {t('apiKeys.noGrant')}
        </p>
      )}
      <ExpiryFields {...fields} />
    </FormDialog>
  )
}

function Grants({ form: { scopes, permissions }, onChange }: FieldsProps) {
  const { t } = useText()
  return (
    <>
      <Choices label={t('apiKeys.scopes')}>
        {SCOPE_NAMES.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`apiKeys.scope.${SCOPES[scope]}`)}
            detail={t(`apiKeys.scopeDetail.${SCOPES[scope]}`)}
            className={styles.grant}
            title={scope}
            checked={scopes.includes(scope)}
            onChange={(isChosen) => onChange({ scopes: toggled(SCOPE_NAMES, scopes, scope, isChosen) })}
          />
        ))}
      </Choices>
      <Choices label={t('apiKeys.permissions')}>
        {PERMISSION_NAMES.map((permission) => (
          <Checkbox
            key={permission}
            label={t(`apiKeys.permission.${PERMISSIONS[permission]}`)}
            title={permission}
            checked={permissions.includes(permission)}
            onChange={(isChosen) =>
              onChange({ permissions: toggled(PERMISSION_NAMES, permissions, permission, isChosen) })
            }
          />
        ))}
      </Choices>
    </>
  )
}

function ExpiryFields({ form: { expiry, date }, onChange }: FieldsProps) {
  const { t } = useText()
  return (
    <>
      <LabelledSelect
        label={t('apiKeys.expires')}
        value={expiry}
        choices={EXPIRIES.map((value) => ({ value, label: t(`apiKeys.expiry.${value}`) }))}
        onChange={(chosen) => onChange({ expiry: chosen })}
      />
      {expiry === 'date' && (
        <TextField
          label={t('apiKeys.expiryDate')}
          type="date"
          required
          min={dayAfter(Date.now())}
          value={date}
          onChange={(event) => onChange({ date: event.target.value })}
        />
      )}
    </>
  )
}
