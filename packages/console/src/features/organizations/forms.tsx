import type { AnswerOf } from '@parlance/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { organizationQuery, queryClient, sessionQuery } from '../../api/queries.ts'
import { useMayWrite } from '../../api/read-only.ts'
import { useText } from '../../text/context.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'

type Organization = AnswerOf<'getOrganization'>

function useUpdate(orgId: number) {
  const { t } = useText()
  const toast = useToast()
  return useMutation({
    mutationFn: (body: { name?: string; limits?: { keys: number | null } }) =>
      api.updateOrganization({ params: { orgId }, body }),
    onSuccess: async (changed) => {
      queryClient.setQueryData(organizationQuery(orgId).queryKey, changed)
      toast({ text: t('settings.saved') })
      // It is called so in the header, too.
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
}

export function OrganizationNameForm({ organization }: { organization: Organization }) {
  const { t } = useText()
  const mayWrite = useMayWrite(organization.id, 'organization.manage_settings')
  const [name, setName] = useState(organization.name)
  const renaming = useUpdate(organization.id)
  return (
    <Form
      onSubmit={() => renaming.mutate({ name: name.trim() })}
      sending={renaming}
      submitLabel={mayWrite ? t('ui.save') : undefined}
    >
      <TextField
        label={t('projects.name')}
        required
        maxLength={255}
        dir="auto"
        value={name}
        readOnly={!mayWrite}
        onChange={(event) => setName(event.target.value)}
      />
    </Form>
  )
}

/** For administrators of the instance alone, and also while nothing else can be written: it leads out of that. */
export function KeyLimitForm({ organization }: { organization: Organization }) {
  const { t } = useText()
  const [limit, setLimit] = useState(organization.limits.keys?.toString() ?? '')
  const limiting = useUpdate(organization.id)
  return (
    <Form
      onSubmit={() => limiting.mutate({ limits: { keys: limit === '' ? null : Number(limit) } })}
      sending={limiting}
      submitLabel={t('organization.setLimit')}
    >
      <TextField
        label={t('organization.keyLimit')}
        hint={t('organization.keyLimitHint')}
        type="number"
        min={0}
        max={2 ** 31 - 1}
        value={limit}
        onChange={(event) => setLimit(event.target.value)}
      />
    </Form>
  )
}
