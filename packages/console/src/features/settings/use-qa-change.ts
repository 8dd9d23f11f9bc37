import type { AnswerOf, RequestOf } from '@parlance/sdk'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { qaQuery, queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { useToast } from '../../ui/toast.tsx'

export const SEVERITIES = ['error', 'warning', 'off'] as const
export type Severity = (typeof SEVERITIES)[number]

type Qa = AnswerOf<'getQa'>
type Change = RequestOf<'updateQa'>['body']

/** Changes what is looked for. It is shown at once; the answer tells how everything stands then. */
export function useQaChange(projectId: number) {
  const { t } = useText()
  const toast = useToast()
  const announce = useAnnounce()
  const { queryKey } = qaQuery(projectId)
  const { mutate } = useMutation({
    mutationFn: (body: Change) => api.updateQa({ params: { projectId }, body }),
    onMutate: (body) => void queryClient.setQueryData(queryKey, (qa) => qa && changed(qa, body)),
    onSuccess: (qa) => {
      queryClient.setQueryData(queryKey, qa)
      announce(t('settings.saved'))
    },
    onError: async (error) => {
      toast({ text: t(`situation.${situationOf(error)}`), isFailure: true })
      await queryClient.invalidateQueries({ queryKey })
    },
  })
  return mutate
}

const changed = (qa: Qa, { blockReview, checks }: Change): Qa => ({
  ...qa,
  blockReview: blockReview ?? qa.blockReview,
  checks: qa.checks.map((check) => {
    const said = checks?.[check.id]
    if (!said) return check
    const severity = said.severity === undefined ? check.severity : (said.severity ?? check.defaultSeverity)
    const inLanguages = Object.entries({ ...check.localeSeverities, ...said.localeSeverities })
    const localeSeverities = Object.fromEntries(
      inLanguages.filter((entry): entry is [string, Severity] => entry[1] !== null),
    )
    return { ...check, severity, localeSeverities }
  }),
})
