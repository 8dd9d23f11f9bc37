import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { projectQuery } from '../../api/queries.ts'
import { type Membership, useMembership, useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import type { Editor, OpenValue, Project, ProjectLocale } from './editor-context.ts'
import { listQuery } from './list.ts'
import { type EditorSearch, type SearchPatch, withoutEmpty } from './search.ts'
import { type Services, servicesQuery } from './services.ts'
import { nextToWork, stepFrom } from './steps.ts'
import { useOpenKey } from './use-open-key.ts'

const PATH = '/projects/$projectId/translate/$locale'

/** The editor of the project and language of the address; undefined where the language is not to be had. */
export function useBuiltEditor(): Editor | undefined {
  const { projectId = 0, locale: code = '' } = useParams({ strict: false })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const membership = useMembership(project.organizationId)
  const { data: services } = useSuspenseQuery(servicesQuery(useSession().user.id, project.id))
  const address = useAddress(projectId, code)
  const languages = useLanguages(project, membership, code, address.search)
  const { locale } = languages
  useAsked(services, languages, address.search)
  const [openKey, setOpenKey] = useOpenKey(address.search.key, address.writeKey)
  const openValue = useRef<OpenValue | null>(null)
  const announce = useAnnounce()
  const { t } = useText()

  return useMemo(() => {
    if (!locale) return undefined
    const { change } = address
    const editor: Editor = {
      ...services,
      ...languages,
      project,
      membership,
      locale,
      search: withoutEmpty({ ...address.search, key: openKey }),
      setSearch: (patch, options) => change(patch, options),
      open: (keyId, opened = locale.code) => {
        if (opened === locale.code) setOpenKey(keyId)
        else change({ key: keyId, with: withSwapped(address.search.with, locale.code, opened) }, { locale: opened })
      },
      step: (by) => {
        if (!stepFrom(editor, openKey, by)) announce(t(by > 0 ? 'list.last' : 'list.first'))
      },
      stepToWork: () => void nextToWork(editor, openKey).then((isThere) => isThere || announce(t('list.noMoreWork'))),
      openValue,
    }
    return editor
  }, [services, languages, project, membership, locale, address, openKey, setOpenKey, announce, t])
}

/** What the address asks for, and how to go to another one. */
function useAddress(projectId: number, locale: string) {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as EditorSearch
  // Two changes in a row: the second begins from the first, also while the router is on its way.
  const latest = useRef(search)
  latest.current = search

  const change = useCallback(
    (patch: SearchPatch, options: { replace?: boolean; locale?: string } = {}) => {
      latest.current = withoutEmpty({ ...latest.current, ...patch })
      void navigate({
        to: PATH,
        params: { projectId, locale: options.locale ?? locale },
        search: latest.current,
        replace: options.replace ?? false,
        resetScroll: false,
      })
    },
    [navigate, projectId, locale],
  )
  const writeKey = useCallback((key: number | undefined) => change({ key }), [change])
  return useMemo(() => ({ search, change, writeKey }), [search, change, writeKey])
}

interface Languages {
  locale: ProjectLocale | undefined
  source: ProjectLocale
  locales: readonly ProjectLocale[]
}

/** Restricted members see their languages only; the source may not be among them. */
function useLanguages(
  project: Project,
  membership: Membership | undefined,
  code: string,
  search: EditorSearch,
): Languages {
  const chosen = search.with?.join() ?? ''
  return useMemo(() => {
    const allowed = membership?.localeCodes
    const seen = project.locales.filter((locale) => !allowed || allowed.includes(locale.code))
    const more = chosen.split(',')
    return {
      locale: seen.find((locale) => locale.code === code),
      source: project.locales.find(({ isSource }) => isSource) as ProjectLocale,
      locales: seen.filter((locale) => locale.isSource || locale.code === code || more.includes(locale.code)),
    }
  }, [project, membership, code, chosen])
}

/** Loads what the address asks for. */
function useAsked({ rows, list }: Services, { locale, locales }: Languages, search: EditorSearch): void {
  useEffect(() => {
    if (!locale) return
    rows.speak(locales.map(({ code }) => code))
    const about = search.view === 'languages' ? [locale.code, ...(search.with ?? [])].sort() : [locale.code]
    void list.ask(listQuery(search, about))
  }, [rows, list, locale, locales, search])
}

const withSwapped = (others: readonly string[] = [], left: string, opened: string) => [
  ...others.filter((code) => code !== opened && code !== left),
  left,
]
