import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { deploymentsQuery } from './deployments-query.ts'
import { impactOf, MOST_CHANGES } from './impact.ts'
import { type Missed, missedBy } from './problems.ts'
import { useSentences } from './sentences.ts'
import { Warning } from './warning.tsx'

interface KeyName {
  namespace: string
  key: string
}

export interface MissedKeysState {
  /** Whoever decides knows what there is to know. */
  isSettled: boolean
  /** `none`: nothing runs that has said what it expects, as far as is known. `unknown`: there was no answer. */
  kind: 'none' | 'asking' | 'known' | 'unknown'
  missed: readonly Missed[]
}

/** Whoever waits longer would rather decide by themselves. */
const PATIENCE_MS = 5_000
/** More are hardly read, and one is reason enough. */
const MOST_SHOWN = 8

interface Asked {
  projectId: number
  /** What tells this question from others. */
  about: readonly (number | string)[]
  /** The keys it is about, or the first of them. */
  names: () => Promise<KeyName[]>
  isWanted?: boolean
}

/** Which keys would be missed by code that runs, if they were not where they are any more; of very many, the first. */
export function useMissedKeys({ projectId, about, names, isWanted = true }: Asked): MissedKeysState {
  const { data: deployments, isError: isNowhere } = useQuery({ ...deploymentsQuery(projectId), enabled: isWanted })
  const isAsked = isWanted && deployments !== undefined && deployments.length > 0
  const { data: missed, isError } = useQuery({
    queryKey: ['project', projectId, 'missed', about],
    queryFn: async ({ signal }) => {
      const patient = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
      const find = async () => {
        const asked = (await names()).slice(0, MOST_CHANGES)
        const changes = asked.map(({ namespace, key }) => ({ namespace, key, value: null }))
        return missedBy(await impactOf(projectId, changes, patient))
      }
      return Promise.race([find(), end(patient)])
    },
    enabled: isAsked,
    retry: false,
    // What is expected may be told anew at any moment, and is asked for once.
    staleTime: 0,
    gcTime: 0,
  })
  const isFound = isAsked ? missed !== undefined : deployments !== undefined
  const kind = isNowhere || isError ? 'unknown' : missed ? 'known' : isAsked ? 'asking' : 'none'
  return { isSettled: !isWanted || isNowhere || isError || isFound, kind, missed: missed ?? [] }
}

const end = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

interface MissedKeysProps {
  state: MissedKeysState
  count: number
  /** What makes them missed, where it is not all that the dialog asks about. Then it speaks only of what there is. */
  title?: string
}

/** What would be missed, in the dialog that asks whether to go on. */
export function MissedKeys({ state, count, title }: MissedKeysProps) {
  const { t } = useText()
  const heading = title ?? t('impact.title')
  const announce = useAnnounce()
  const { ofMissed } = useSentences()
  const { kind, missed } = state
  const sentences = ofMissed(missed, count)
  const told = missed.length === 0 ? '' : [heading, ...sentences.slice(0, MOST_SHOWN)].join('. ')
  useEffect(() => {
    if (told !== '') announce(told)
  }, [told, announce])
  if (kind === 'none' || (title !== undefined && missed.length === 0)) return null
  if (kind !== 'known') return <p>{t(`impact.${kind}`, { count })}</p>
  return (
    <>
      {missed.length === 0 ? (
        <p>{t('impact.none', { count })}</p>
      ) : (
        <Warning title={heading}>
          {sentences.slice(0, MOST_SHOWN).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {sentences.length > MOST_SHOWN && <li>{t('issues.more', { count: sentences.length - MOST_SHOWN })}</li>}
        </Warning>
      )}
      {count > MOST_CHANGES && <p>{t('impact.partly', { looked: MOST_CHANGES })}</p>}
    </>
  )
}
