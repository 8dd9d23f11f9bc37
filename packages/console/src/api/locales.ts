import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { localesQuery } from './queries.ts'

interface NamedLocale {
  code: string
  name: string
}

/** The languages of an organization by their codes; one that is not known yet is called by its code. */
export function useLocaleOf(orgId: number): (code: string) => NamedLocale {
  const { data } = useQuery(localesQuery(orgId))
  return useCallback((code) => data?.locales.find((locale) => locale.code === code) ?? { code, name: code }, [data])
}
