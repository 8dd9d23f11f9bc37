import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ShowMore, Table } from '../../ui/table.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { UserQuestion } from './user-question.tsx'
import { UserRow } from './user-row.tsx'
import { type UserChange, usersQuery } from './users-query.ts'

/** The accounts of the instance, for those who administer it. */
export function UsersScreen() {
  const { user } = useSession()
  return user.isInstanceAdmin ? <Users /> : <NotFound />
}

function Users() {
  const { t } = useText()
  const { q = '' } = useSearch({ from: '/signed-in/instance/users' })
  const navigate = useNavigate({ from: '/instance/users' })
  const pages = useSuspenseInfiniteQuery(usersQuery(useDeferredValue(q)))
  const [change, setChange] = useState<UserChange>()
  const users = pages.data.pages.flatMap((page) => page.users)
  return (
    <Page title={t('users.title')} lead={t('users.lead')}>
      <SearchField
        label={t('users.search')}
        value={q}
        maxLength={255}
        onSearch={(text, replace) => void navigate({ search: text === '' ? {} : { q: text }, replace })}
      />
      {users.length === 0 ? (
        <Nothing>{t('users.noneFound')}</Nothing>
      ) : (
        <Table
          label={t('users.title')}
          columns={[t('projects.name'), t('users.organizations'), t('users.since'), t('users.lastSeen'), '']}
        >
          {users.map((user) => (
            <UserRow key={user.id} user={user} onAsk={(kind) => setChange({ kind, user })} />
          ))}
        </Table>
      )}
      <ShowMore pages={pages} />
      {change && <UserQuestion change={change} onClose={() => setChange(undefined)} />}
    </Page>
  )
}
