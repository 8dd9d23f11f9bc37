import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { deploymentsQuery, impactOf, MOST_CHANGES, problemsOf, useSentences, Warning } from '../deployments/index.ts'
import { type Conflict, resolutionOf } from './decisions.ts'
import type { ImportState } from './prepared-import.ts'

/** More are hardly read. */
const MOST_SHOWN = 10
/** As many conflicts as the service tells at once. */
const PAGE = 500

interface ImportImpactProps {
  projectId: number
  sourceLocale: string
  state: ImportState
}

/** What imported source texts would break in code that runs, of those that shall take the place of others. */
export function ImportImpact({ projectId, sourceLocale, state }: ImportImpactProps) {
  const { t } = useText()
  const announce = useAnnounce()
  const { ofProblem } = useSentences()
  const { data } = useQuery(impactQuery(projectId, sourceLocale, state, useIsAsked(projectId)))
  const broken = data?.broken.filter(({ conflict }) => resolutionOf(state.decisions, conflict) === 'use_imported') ?? []
  const title = t('impact.imported', { count: broken.length })
  const isBroken = broken.length > 0
  useEffect(() => {
    if (isBroken) announce(title)
  }, [isBroken, title, announce])
  if (!isBroken) return null
  return (
    <>
      <Warning title={title}>
        {broken.slice(0, MOST_SHOWN).map(({ conflict: { namespace, key }, problems }) => (
          <li key={JSON.stringify([namespace, key])}>
            <b>
              <bdi>{key}</bdi>
            </b>{' '}
            {problems.map(ofProblem).join('. ')}
          </li>
        ))}
        {broken.length > MOST_SHOWN && <li>{t('issues.more', { count: broken.length - MOST_SHOWN })}</li>}
      </Warning>
      {data?.isWhole === false && <p>{t('impact.partly', { looked: MOST_CHANGES })}</p>}
    </>
  )
}

/** Where nothing runs that has said what it expects, no conflicts are read for it. */
function useIsAsked(projectId: number): boolean {
  const { data: deployments = [] } = useQuery(deploymentsQuery(projectId))
  return deployments.length > 0
}

function impactQuery(projectId: number, sourceLocale: string, state: ImportState, isAsked: boolean) {
  const { validationId = '', turn } = state
  const filenames = state.files
    .filter(({ locale, conflictCount, isLeftOut }) => locale === sourceLocale && conflictCount > 0 && !isLeftOut)
    .map(({ filename }) => filename)
  return {
    queryKey: ['project', projectId, 'import', 'impact', validationId, turn, filenames],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { conflicts, isWhole } = await conflictsOf({ projectId, validationId, filenames, signal })
      const changes = conflicts.map(({ namespace, key, newValue: value }) => ({ namespace, key, value }))
      const impacts = new Map(
        (await impactOf(projectId, changes, signal)).map(({ namespace, key, breaking }) => [
          `${namespace}\0${key}`,
          breaking,
        ]),
      )
      const broken = conflicts.flatMap((conflict) => {
        const breaking = impacts.get(`${conflict.namespace}\0${conflict.key}`)
        return breaking ? [{ conflict, problems: problemsOf(breaking, conflict.newValue) }] : []
      })
      return { broken, isWhole }
    },
    enabled: isAsked && validationId !== '' && filenames.length > 0,
    retry: false,
    gcTime: 0,
  }
}

interface Asked {
  projectId: number
  validationId: string
  filenames: readonly string[]
  signal: AbortSignal
}

/** Of very many, the first. */
async function conflictsOf({ projectId, validationId, filenames, signal }: Asked) {
  const conflicts: Conflict[] = []
  for (const filename of filenames)
    for (let skip = 0; ; skip += PAGE) {
      if (conflicts.length >= MOST_CHANGES) return { conflicts: conflicts.slice(0, MOST_CHANGES), isWhole: false }
      const query = { limit: PAGE, skip, filename }
      const page = await api.listImportConflicts({ params: { projectId, validationId }, query, signal })
      conflicts.push(...page.conflicts)
      if (!page.hasMore) break
    }
  return { conflicts: conflicts.slice(0, MOST_CHANGES), isWhole: conflicts.length <= MOST_CHANGES }
}
