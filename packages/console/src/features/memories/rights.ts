import { useQuery } from '@tanstack/react-query'
import { localesQuery } from '../../api/queries.ts'
import { useIsReadOnly } from '../../api/read-only.ts'
import { useMembership } from '../../api/session.ts'
import type { Locale } from './queries.ts'

/** Whether memories can be written at the moment, and in which languages; who sees them may. */
export function useMemoryRights(orgId: number): { mayWrite: boolean; locales: readonly Locale[] } {
  const own = useMembership(orgId)?.localeCodes ?? null
  const mayWrite = !useIsReadOnly(orgId)
  const { data } = useQuery(localesQuery(orgId))
  const locales = (data?.locales ?? []).filter(({ code }) => own === null || own.includes(code))
  return { mayWrite, locales }
}
