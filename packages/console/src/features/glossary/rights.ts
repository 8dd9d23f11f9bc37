import { useQuery } from '@tanstack/react-query'
import { localesQuery } from '../../api/queries.ts'
import { may, useIsReadOnly, useMembership } from '../../api/session.ts'
import type { Locale } from './term-form.ts'

/** What somebody may do with the glossary of an organization, and in which languages. */
export interface GlossaryRights {
  mayCreate: boolean
  mayEdit: boolean
  /** Whole terms: they have names in languages that restricted members do not see. */
  mayDelete: boolean
  mayRemoveTranslations: boolean
  /** The languages that they see and write. */
  locales: readonly Locale[]
  mayWrite: (code: string) => boolean
  /** The language that most terms are at home in, as far as somebody can tell: the first that the organization had. */
  usualSource: string | undefined
}

export function useGlossaryRights(orgId: number): GlossaryRights {
  const membership = useMembership(orgId)
  const isReadOnly = useIsReadOnly(orgId)
  const { data } = useQuery(localesQuery(orgId))
  const own = membership?.localeCodes ?? null
  const mayWrite = (code: string) => own === null || own.includes(code)
  const locales = (data?.locales ?? []).filter(({ code }) => mayWrite(code))
  const mayRemove = may(membership, 'glossary.delete')
  return {
    mayCreate: may(membership, 'glossary.create') && !isReadOnly && own?.length !== 0,
    mayEdit: may(membership, 'glossary.edit') && !isReadOnly,
    mayDelete: mayRemove && own === null,
    mayRemoveTranslations: mayRemove,
    locales,
    mayWrite,
    usualSource: locales.toSorted((a, b) => a.id - b.id)[0]?.code,
  }
}
