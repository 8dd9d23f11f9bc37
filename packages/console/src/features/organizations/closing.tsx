import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { queryClient, sessionQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { DangerZone } from '../../ui/danger-zone.tsx'
import { NameQuestion } from '../../ui/name-question.tsx'
import { useAction } from '../../ui/use-action.ts'
import { forgetLast } from '../projects/index.ts'

/** For owners: everything in it is gone at once, for everybody. */
export function Closing({ organization: { id: orgId, name } }: { organization: { id: number; name: string } }) {
  const { t } = useText()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const closing = useAction(
    async () => {
      await api.deleteOrganization({ params: { orgId }, body: { name } })
      forgetLast()
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await navigate({ to: '/' })
      queryClient.removeQueries({ queryKey: ['organization', orgId] })
    },
    { done: () => t('organization.closed', { name }), stale: [] },
  )
  return (
    <DangerZone>
      <p>{t('organization.closeHint')}</p>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t('organization.close')}
      </Button>
      {isAsking && (
        <NameQuestion
          question={t('organization.closeQuestion', { name })}
          name={name}
          confirmLabel={t('organization.close')}
          onClose={() => setAsking(false)}
          onConfirm={() => !closing.isPending && closing.mutate()}
        >
          <p>{t('organization.closeHint')}</p>
        </NameQuestion>
      )}
    </DangerZone>
  )
}
