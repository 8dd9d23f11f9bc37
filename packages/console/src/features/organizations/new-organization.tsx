import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { queryClient, sessionQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

export function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const creation = useMutation({
    mutationFn: () => api.createOrganization({ body: { name: name.trim() } }),
    onSuccess: async ({ id: orgId }) => {
      // The session tells what its owner may do there.
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      onClose()
      await navigate({ to: '/organizations/$orgId', params: { orgId } })
    },
  })
  return (
    <FormDialog
      title={t('organizations.create')}
      submitLabel={t('organizations.createButton')}
      sending={creation}
      onSubmit={() => creation.mutate()}
      onClose={onClose}
    >
      <TextField
        label={t('projects.name')}
        required
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
