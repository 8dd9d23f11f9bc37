import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient, sessionQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

export function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const form = useId()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.createOrganization({ body: { name: name.trim() } }),
    onSuccess: async ({ id: orgId }) => {
      // The session tells what its owner may do there.
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      onClose()
      await navigate({ to: '/organizations/$orgId', params: { orgId } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <Dialog
      title={t('organizations.create')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" form={form} aria-disabled={isPending}>
            {t('organizations.createButton')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={t('projects.name')}
          required
          maxLength={255}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {error && <p role="alert">{t(`situation.${situationOf(error)}`)}</p>}
      </form>
    </Dialog>
  )
}
