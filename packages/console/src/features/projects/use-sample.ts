import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { situationOf } from '../../api/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Makes the sample project and opens it in the editor. */
export function useSample(orgId: number) {
  const { t } = useText()
  const toast = useToast()
  const navigate = useNavigate()
  const membership = useMembership(orgId)
  const [share, setShare] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { makeSampleProject } = await import('./sample/make-sample-project.ts')
      return makeSampleProject(orgId, membership, setShare)
    },
    onSuccess: async (projectId) => {
      await queryClient.invalidateQueries({ queryKey: ['organization', orgId] })
      await navigate({ to: '/projects/$projectId/translate/$locale', params: { projectId, locale: 'de' } })
    },
    onError: (error) => toast({ text: t(`situation.${situationOf(error)}`), isFailure: true }),
  })
  return { make: () => !isPending && mutate(), isPending, share }
}
