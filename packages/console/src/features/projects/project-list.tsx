import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useText } from '../../text/context.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ShowMore } from '../../ui/table.tsx'
import { ProjectCards } from './project-cards.tsx'
import { projectPagesQuery } from './projects-query.ts'

/** The projects of an organization whose names have the search in them. */
export function useProjectPages(orgId: number, search: string) {
  const pages = useSuspenseInfiniteQuery(projectPagesQuery(orgId, search))
  return { pages, projects: pages.data.pages.flatMap(({ projects }) => projects) }
}

/** What is searched for in this list of projects, from the address; the list before stays until the next one is there. */
export function useAskedName(): string {
  const { q = '' } = useSearch({ strict: false })
  return useDeferredValue(q)
}

export function ProjectList({ orgId, search, label }: { orgId: number; search: string; label: string }) {
  const { pages, projects } = useProjectPages(orgId, search)
  return (
    <>
      <ProjectCards projects={projects} label={label} />
      <ShowMore pages={pages} />
    </>
  )
}

/** Finds projects by their names, as searchbox "Search projects". */
export function ProjectSearch() {
  const { t } = useText()
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <SearchField
      label={t('projects.search')}
      value={q}
      maxLength={255}
      onSearch={(text, replace) =>
        void navigate({ to: '.', search: text === '' ? {} : { q: text }, replace, resetScroll: false })
      }
    />
  )
}
