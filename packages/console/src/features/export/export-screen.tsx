import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { namespacesQuery, projectQuery } from '../../api/queries.ts'
import { seenLocales } from '../../api/seen-locales.ts'
import { useMembership } from '../../api/session.ts'
import { parseSearch } from '../../search-params.ts'
import { useText } from '../../text/context.tsx'
import { Page, PagePart } from '../../ui/page.tsx'
import { Allowed } from '../shell/allowed.tsx'
import { listQuery, readSearch } from '../translate/index.ts'
import styles from './export.module.css'
import { ExportChoices } from './export-choices.tsx'
import { ExportDownload } from './export-download.tsx'
import { EXPORT_FORMATS } from './export-formats.ts'
import { ExportSample } from './export-sample.tsx'
import { type ExportSearch, exportBody, withoutUsual } from './export-search.ts'
import { FilterNotice } from './filter-notice.tsx'

/** Texts of the project as files: what is chosen stands in the address. */
export function ExportScreen() {
  const { t } = useText()
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  return (
    <Allowed orgId={project.organizationId} needs={['project.export']}>
      <Page title={t('export.title')} lead={t('export.lead')}>
        <Export key={projectId} projectId={projectId} />
      </Page>
    </Allowed>
  )
}

function Export({ projectId }: { projectId: number }) {
  const { t } = useText()
  const { search, change } = useChoice(projectId)
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: places } = useSuspenseQuery(namespacesQuery(projectId))
  const locales = seenLocales(project, useMembership(project.organizationId))
  const { namespaces } = places
  const keyIds = useFilteredKeys(projectId, search)
  const body = exportBody(search, { locales, namespaces })
  return (
    <>
      {search.filter !== undefined && (
        <FilterNotice
          projectId={projectId}
          search={search}
          count={keyIds?.length}
          onForget={() => change({ filter: undefined, in: undefined })}
        />
      )}
      <div className={styles.columns}>
        <ExportChoices search={search} locales={locales} namespaces={namespaces} onChange={change} />
        <div className={styles.column}>
          <PagePart title={t('export.sample')}>
            <ExportSample
              projectId={projectId}
              sourceLocale={project.sourceLocaleCode}
              body={body}
              namespaces={namespaces}
              keyIds={keyIds}
            />
          </PagePart>
          <ExportDownload
            projectId={projectId}
            body={keyIds ? { ...body, keyIds: [...keyIds] } : body}
            namespaceCount={body.namespaces?.length ?? namespaces.length}
            isReady={search.filter === undefined || (keyIds?.length ?? 0) > 0}
          />
        </div>
      </div>
    </>
  )
}

type Patch = { [Name in keyof ExportSearch]: ExportSearch[Name] | undefined }

function useChoice(projectId: number) {
  const navigate = useNavigate()
  const raw = useSearch({ from: '/signed-in/projects/$projectId/export' })
  const isKnown = EXPORT_FORMATS.some(({ id }) => id === raw.format)
  const search = withoutUsual({ ...raw, format: isKnown ? raw.format : undefined })
  const change = (patch: Patch) =>
    void navigate({
      to: '/projects/$projectId/export',
      params: { projectId },
      search: withoutUsual({ ...search, ...patch }),
      replace: true,
    })
  return { search, change }
}

/** Exactly the keys that the editor showed; undefined where it is about all, or while they are not known yet. */
function useFilteredKeys(projectId: number, { filter, in: locale = '' }: ExportSearch) {
  const query = listQuery(readSearch(parseSearch(filter ?? '')), [locale])
  const { data } = useQuery({
    queryKey: ['project', projectId, 'export', 'keys', filter, locale],
    queryFn: async () => (await api.listKeyIds({ params: { projectId }, query: query.filter })).ids,
    enabled: filter !== undefined && query.ids === undefined,
    staleTime: 0,
  })
  return filter === undefined ? undefined : (query.ids ?? data)
}
