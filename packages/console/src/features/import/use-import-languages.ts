import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { projectQuery } from '../../api/queries.ts'
import { useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { languagesFor } from '../../ui/language-codes.ts'

/** What a list of languages is drawn from. */
export interface ImportLanguages {
  codesFor: (typed: string) => readonly string[]
  labelOf: (code: string) => string
}

/** The languages that texts may be imported in: those of the project first, then all others, for whoever may see all. */
export function useImportLanguages(projectId: number): ImportLanguages {
  const { locale, languageTitle } = useText()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const own = useMembership(project.organizationId)?.localeCodes
  return useMemo(() => {
    const names = new Map(project.locales.map((language) => [language.code, languageTitle(language)]))
    const known = [...names.keys()].filter((code) => own?.includes(code) ?? true)
    const others = languagesFor(locale, '')
    // One list for all rows of a table: each is put in order once.
    const lists = new Map<string, readonly string[]>()
    const codesFor = (typed: string) => {
      const list = lists.get(typed) ?? [...new Set([...known, ...(own ? [] : languagesFor(locale, typed).codes)])]
      lists.set(typed, list)
      return list
    }
    const labelOf = (code: string) => {
      const name = names.get(code)
      return name === undefined ? others.labelOf(code) : `${languageTitle({ code, name })} (${code})`
    }
    return { codesFor, labelOf }
  }, [project, own, locale, languageTitle])
}
