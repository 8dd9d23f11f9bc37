import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { projectQuery } from '../../api/queries.ts'
import { seenLocales } from '../../api/seen-locales.ts'
import { type Membership, useIsReadOnly, useMembership, useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Editor, OpenValue, Project, ProjectLocale } from './editor-context.ts'
import { useFeed } from './feed.ts'
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
  const isReadOnly = useIsReadOnly(project.organizationId)
  const { data: services } = useSuspenseQuery(servicesQuery(useSession().user.id, project.id))
  const address = useAddress(projectId, code)
  const languages = useLanguages(project, membership, code, address.search)
  const { locale } = languages
  useAsked(services, languages, address.search)
  useFeed(project.id, services)
  const [openKey, setOpenKey] = useOpenKey(address.search.key, address.writeKey)
  usePresent(services, openKey, locale)
  const openValue = useRef<OpenValue | null>(null)
  const announce = useAnnounce()
  const { t } = useText()

  const built = useMemo(() => {
    if (!locale) return undefined
    const { change } = address
    const editor: Editor = {
      ...services,
      ...languages,
      project,
      membership,
      isReadOnly,
      locale,
      search: withoutEmpty({ ...address.search, key: openKey }),
      setSearch: (patch, options) => void change(patch, options),
      open: (keyId, opened = locale.code) => {
        if (opened === locale.code) setOpenKey(keyId)
        else void change({ key: keyId, with: codesBeside(opened, languages.locales) }, { locale: opened })
      },
      step: (by) => {
        if (!stepFrom(editor, openKey, by)) announce(t(by > 0 ? 'list.last' : 'list.first'))
      },
      stepToWork: () => void nextToWork(editor, openKey).then((isThere) => isThere || announce(t('list.noMoreWork'))),
      openValue,
    }
    return editor
  }, [services, languages, project, membership, isReadOnly, locale, address, openKey, setOpenKey, announce, t])
  useOpenListed(built)
  return built
}

/** What the address asks for, and how to go to another one. */
function useAddress(projectId: number, locale: string) {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as EditorSearch
  // Two changes in a row: the second begins from the first, also while the router is on its way.
  const latest = useRef(search)
  const seen = useRef(search)
  if (seen.current !== search) {
    seen.current = search
    latest.current = search
  }

  const change = useCallback(
    (patch: SearchPatch, options: { replace?: boolean; locale?: string } = {}) => {
      latest.current = withoutEmpty({ ...latest.current, ...patch })
      return navigate({
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

/** Languages below each other, where nobody has chosen them. */
const SHOWN_UNASKED = 4

function useLanguages(
  project: Project,
  membership: Membership | undefined,
  code: string,
  search: EditorSearch,
): Languages {
  const chosen = search.with?.join()
  const isStacked = search.view === 'languages'
  return useMemo(() => {
    const seen = seenLocales(project, membership)
    const more = chosen?.split(',') ?? (isStacked ? codesBeside(code, seen).slice(0, SHOWN_UNASKED) : [])
    return {
      locale: seen.find((locale) => locale.code === code),
      source: project.locales.find(({ isSource }) => isSource) as ProjectLocale,
      locales: seen.filter((locale) => locale.isSource || locale.code === code || more.includes(locale.code)),
    }
  }, [project, membership, code, chosen, isStacked])
}

/** Others see who has a value open. */
function usePresent({ presence }: Services, keyId: number | undefined, locale: ProjectLocale | undefined): void {
  useEffect(() => {
    if (keyId === undefined || !locale) return
    presence.goTo({ keyId, locale: locale.code })
    return () => presence.goTo(undefined)
  }, [presence, keyId, locale])
}

/** Loads what the address asks for. */
function useAsked({ rows, list }: Services, { locale, locales }: Languages, search: EditorSearch): void {
  useEffect(() => {
    if (!locale) return
    rows.speak(locales.map(({ code }) => code))
    const about =
      search.view === 'languages' ? [locale.code, ...codesBeside(locale.code, locales)].sort() : [locale.code]
    void list.ask(listQuery(search, about))
  }, [rows, list, locale, locales, search])
  // Whoever comes back to the editor sees what is there now.
  useEffect(() => {
    if (!list.isLoading) void list.refresh()
  }, [list])
}

/** The open key is in the list, also where it does not match; one that is not there at all is closed. */
function useOpenListed(editor: Editor | undefined): void {
  const { t } = useText()
  const toast = useToast()
  const latest = useRef({ editor, t, toast })
  latest.current = { editor, t, toast }
  const list = editor?.list
  const keyId = editor?.search.key
  const isUnlisted = useSyncExternalStore(
    list?.subscribe ?? subscribeToNothing,
    () => keyId !== undefined && list !== undefined && !list.isLoading && list.indexOf(keyId) < 0,
  )
  useEffect(() => {
    const opened = latest.current.editor
    if (!isUnlisted || !opened || keyId === undefined) return
    const include = () => {
      if (opened.rows.get(keyId)) return opened.list.include(keyId)
      latest.current.editor?.open(undefined)
      latest.current.toast({ text: latest.current.t('situation.notFound'), isFailure: true })
    }
    opened.rows.load([keyId]).then(include, () => {})
  }, [isUnlisted, keyId])
}

const subscribeToNothing = () => () => {}

const codesBeside = (code: string, locales: readonly ProjectLocale[]) =>
  locales.filter((locale) => !locale.isSource && locale.code !== code).map((locale) => locale.code)
