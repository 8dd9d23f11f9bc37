import type { AnswerOf } from '@parlance/sdk'
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { codeOf, situationOf } from '../../api/errors.ts'
import { organizationQuery, peopleQuery, projectQuery, queryClient } from '../../api/queries.ts'
import { useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { RowActions, ShowMore, Table } from '../../ui/table.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Allowed } from '../shell/allowed.tsx'

type Project = AnswerOf<'getProject'>
type DeletedKey = AnswerOf<'listDeletedKeys'>['data'][number]

const deletedQuery = (projectId: number, search: string) =>
  infiniteQueryOptions({
    queryKey: ['project', projectId, 'deleted', search],
    queryFn: ({ pageParam, signal }) =>
      api.listDeletedKeys({
        params: { projectId },
        query: { limit: 100, ...(search === '' ? {} : { search }), ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  })

/** Keys that were deleted, and can be brought back with their values. */
export function TrashScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  return (
    <Allowed orgId={project.organizationId} needs={['translation.delete']}>
      <Trash key={projectId} project={project} />
    </Allowed>
  )
}

function Trash({ project }: { project: Project }) {
  const { t } = useText()
  const navigate = useNavigate()
  const params = { projectId: project.id }
  const { q = '' } = useSearch({ from: '/signed-in/projects/$projectId/trash' })
  const pages = useInfiniteQuery(deletedQuery(project.id, q))
  const keys = pages.data?.pages.flatMap(({ data }) => data)
  return (
    <Page
      title={t('trash.title')}
      lead={t('trash.lead')}
      actions={
        <Link to="/projects/$projectId/activity" params={params} className={buttonClass()}>
          {t('activity.title')}
        </Link>
      }
    >
      <SearchField
        label={t('trash.search')}
        value={q}
        maxLength={1000}
        onSearch={(text, replace) =>
          void navigate({ to: '/projects/$projectId/trash', params, search: text === '' ? {} : { q: text }, replace })
        }
      />
      <Failed query={pages} />
      {keys?.length === 0 && <Nothing>{q === '' ? t('trash.none') : t('trash.noneFound')}</Nothing>}
      {keys && keys.length > 0 && <DeletedKeys project={project} keys={keys} />}
      <ShowMore pages={pages} />
    </Page>
  )
}

function DeletedKeys({ project, keys }: { project: Project; keys: readonly DeletedKey[] }) {
  const { t, number, dateTime, relativeTime } = useText()
  const { data } = useQuery(peopleQuery(project.organizationId))
  const nameOf = (id: number | null) => data?.people.find((person) => person.id === id)?.name ?? ''
  const columns = [t('trash.key'), t('trash.namespace'), t('trash.values'), t('trash.by'), t('trash.when')]
  return (
    <Table label={t('trash.title')} columns={[...columns, '']}>
      {keys.map(({ id, key, namespace, valueCount, deletedAt, deletedBy }) => (
        <tr key={id}>
          <th scope="row" dir="auto">
            {key}
          </th>
          <td dir="auto">{namespace}</td>
          <td>{number(valueCount)}</td>
          <td>{nameOf(deletedBy)}</td>
          <td>
            <time dateTime={deletedAt} title={dateTime(deletedAt)}>
              {relativeTime(deletedAt)}
            </time>
          </td>
          <RowActions>
            <RestoreButton project={project} keyId={id} name={key} />
          </RowActions>
        </tr>
      ))}
    </Table>
  )
}

function RestoreButton({ project, keyId, name }: { project: Project; keyId: number; name: string }) {
  const { t } = useText()
  const toast = useToast()
  const membership = useMembership(project.organizationId)
  const { data: organization } = useQuery(organizationQuery(project.organizationId))
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.restoreKey({ params: { projectId: project.id, keyId } }),
    onSuccess: () => toast({ text: t('trash.restored', { key: name }) }),
    onError: (error) =>
      toast({
        text:
          codeOf(error) === 'VALIDATION_ERROR'
            ? t('trash.nameTaken', { key: name })
            : t(`situation.${situationOf(error)}`),
        isFailure: true,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['project', project.id] }),
  })
  // A key comes back in all its languages, which is not for those who see some of them.
  if (organization?.isReadOnly !== false || membership?.localeCodes) return null
  return (
    <Button
      aria-label={t('trash.restoreNamed', { key: name })}
      aria-disabled={isPending}
      onClick={() => !isPending && mutate()}
    >
      {t('help.restore')}
    </Button>
  )
}
