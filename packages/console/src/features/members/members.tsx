import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useMayWrite } from '../../api/read-only.ts'
import { type Membership, useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ShowMore, Table } from '../../ui/table.tsx'
import { Allowed } from '../shell/allowed.tsx'
import { NotFound } from '../shell/not-found.tsx'
import type { Asked } from './asked.ts'
import { MemberDialogs } from './member-dialogs.tsx'
import { MemberRow } from './member-row.tsx'
import { membersQuery } from './members-query.ts'

const HERE = '/signed-in/organizations/$orgId/members'

/** Who works in an organization, and as what. */
export function MembersScreen() {
  const { orgId } = useParams({ from: HERE })
  const membership = useMembership(orgId)
  if (!membership) return <NotFound />
  return (
    <Allowed orgId={orgId} needs={['organization.manage_settings']}>
      <Members key={orgId} membership={membership} />
    </Allowed>
  )
}

function Members({ membership }: { membership: Membership }) {
  const { t } = useText()
  const { id: orgId } = membership
  const { q = '' } = useSearch({ from: HERE })
  const search = useDeferredValue(q)
  const pages = useSuspenseInfiniteQuery(membersQuery(orgId, search))
  const [asked, setAsked] = useState<Asked>()
  // Whoever may see some languages only changes nobody.
  const mayChange = membership.localeCodes === null
  const mayWrite = useMayWrite(orgId, 'organization.manage_settings') && mayChange
  const members = pages.data.pages.flatMap((page) => page.members)
  return (
    <Page
      title={t('members.title')}
      lead={t('members.lead')}
      actions={
        mayWrite && (
          <Button kind="primary" onClick={() => setAsked({ kind: 'invite' })}>
            {t('members.invite')}
          </Button>
        )
      }
    >
      {(search !== '' || pages.hasNextPage || pages.data.pages.length > 1) && <MemberSearch asked={q} />}
      {members.length === 0 && <Nothing>{t('members.noneFound')}</Nothing>}
      {members.length > 0 && (
        <Table
          label={t('members.title')}
          columns={[t('projects.name'), t('members.role'), t('members.languages'), t('members.joined'), '']}
        >
          {members.map((member) => (
            <MemberRow
              key={member.userId}
              member={member}
              membership={membership}
              mayChange={mayChange}
              mayWrite={mayWrite}
              onAsk={(kind) => setAsked({ kind, member })}
            />
          ))}
        </Table>
      )}
      <ShowMore pages={pages} />
      <MemberDialogs orgId={orgId} asked={asked} onAsk={setAsked} />
    </Page>
  )
}

function MemberSearch({ asked }: { asked: string }) {
  const { t } = useText()
  const navigate = useNavigate({ from: '/organizations/$orgId/members' })
  return (
    <SearchField
      label={t('members.search')}
      value={asked}
      maxLength={255}
      onSearch={(text, replace) => void navigate({ search: text === '' ? {} : { q: text }, replace })}
    />
  )
}
