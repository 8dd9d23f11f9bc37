import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { projectQuery } from '../../api/queries.ts'
import { workLocale } from '../../api/seen-locales.ts'
import { may, useSession } from '../../api/session.ts'
import { shortText } from '../translate/index.ts'
import type { PaletteItem } from './items.ts'

interface Asked {
  text: string
  projectId: number
  orgId: number
  locale: string
  mayTerms: boolean
}

/** Keys by name or text, and terms: what the service finds. */
export function useFound(text: string, projectId: number | undefined, locale: string | undefined) {
  const { organizations } = useSession()
  const { data: project } = useQuery({ ...projectQuery(projectId ?? 0), enabled: projectId !== undefined })
  const navigate = useNavigate()
  const membership = organizations.find(({ id }) => id === project?.organizationId)
  const asked: Asked = {
    text,
    projectId: projectId ?? 0,
    orgId: project?.organizationId ?? 0,
    locale: project?.sourceLocaleCode ?? '',
    mayTerms: may(membership, 'glossary.view'),
  }
  const isAsking = text.trim() !== '' && project !== undefined
  const { data, isFetching, error } = useQuery({
    queryKey: ['palette', asked],
    queryFn: (context) => find(asked, context),
    enabled: isAsking,
    staleTime: 5_000,
  })
  if (!data || !project) return { items: [], isFetching: isAsking && isFetching, error }
  const target = {
    projectId: project.id,
    locale: workLocale(project, membership, locale)?.code ?? project.sourceLocaleCode,
  }
  const openKey = (key: number) =>
    navigate({ to: '/projects/$projectId/translate/$locale', params: target, search: { key } })
  const openTerm = (term: number) =>
    navigate({ to: '/organizations/$orgId/glossary', params: { orgId: project.organizationId }, search: { term } })
  const keys = data.keys.map((key): PaletteItem => {
    const source = key.translations[project.sourceLocaleCode]?.value
    return {
      id: `key-${key.id}`,
      kind: 'key',
      label: key.key,
      detail: source ? shortText(source) : key.namespace,
      lang: project.sourceLocaleCode,
      isFound: true,
      go: () => openKey(key.id),
    }
  })
  const terms = data.terms.map(
    ({ id, term, definition }): PaletteItem => ({
      id: `term-${id}`,
      kind: 'term',
      label: term,
      ...(definition ? { detail: definition } : {}),
      isFound: true,
      go: () => openTerm(id),
    }),
  )
  return { items: [...keys, ...terms], isFetching, error }
}

/** Names are asked for by themselves, so that one that is typed whole is found however many texts hold the word. */
async function find({ text, projectId, orgId, locale, mayTerms }: Asked, { signal }: QueryFunctionContext) {
  const params = { projectId }
  const query = { search: text, localeCodes: [locale] }
  const [named, saying, terms] = await Promise.all([
    api.listKeys({ params, query: { ...query, searchIn: ['key'], limit: 100 }, signal }),
    api.listKeys({ params, query: { ...query, searchIn: ['value'], limit: 10 }, signal }),
    mayTerms
      ? api.listTerms({ params: { orgId }, query: { search: text.slice(0, 255), limit: 5 }, signal })
      : undefined,
  ])
  const names = new Set(named.data.map(({ id }) => id))
  return { keys: [...named.data, ...saying.data.filter(({ id }) => !names.has(id))], terms: terms?.terms ?? [] }
}
