import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocaleOf } from '../../api/locales.ts'
import { useText } from '../../text/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import { RowActions, ShowMore, Table } from '../../ui/table.tsx'
import { Allowed } from '../shell/allowed.tsx'
import { DeleteMemory } from './delete-memory.tsx'
import styles from './memories.module.css'
import { NewMemoryDialog } from './memory-dialogs.tsx'
import { type Memory, memoriesQuery } from './queries.ts'
import { useMemoryRights } from './rights.ts'

/** What was translated before, by memories. */
export function MemoriesScreen() {
  const { orgId } = useParams({ from: '/signed-in/organizations/$orgId/memories' })
  return (
    <Allowed orgId={orgId} needs={['organization.manage_settings']}>
      <Memories key={orgId} orgId={orgId} />
    </Allowed>
  )
}

function Memories({ orgId }: { orgId: number }) {
  const { t } = useText()
  const { mayWrite, locales } = useMemoryRights(orgId)
  const [isNew, setNew] = useState(false)
  const [asked, setAsked] = useState<Memory>()
  const pages = useInfiniteQuery(memoriesQuery(orgId))
  const memories = pages.data?.pages.flatMap(({ tms }) => tms)
  return (
    <Page
      title={t('memories.title')}
      lead={t('memories.lead')}
      actions={
        mayWrite &&
        locales.length > 0 && (
          <Button kind="primary" onClick={() => setNew(true)}>
            {t('memories.new')}
          </Button>
        )
      }
    >
      <Failed query={pages} />
      {memories?.length === 0 && <Nothing>{t(locales.length > 0 ? 'memories.none' : 'memories.noLanguages')}</Nothing>}
      {memories && memories.length > 0 && <MemoryTable memories={memories} onDelete={setAsked} />}
      <ShowMore pages={pages} />
      {isNew && <NewMemoryDialog orgId={orgId} onClose={() => setNew(false)} />}
      {asked && <DeleteMemory memory={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

function MemoryTable({ memories, onDelete }: { memories: readonly Memory[]; onDelete: (memory: Memory) => void }) {
  const { t } = useText()
  const columns = ['name', 'source', 'entries', 'languages', 'projects'] as const
  return (
    <Table label={t('memories.title')} columns={[...columns.map((column) => t(`memories.column.${column}`)), '']}>
      {memories.map((memory) => (
        <MemoryRow key={memory.id} memory={memory} onDelete={() => onDelete(memory)} />
      ))}
    </Table>
  )
}

function MemoryRow({ memory, onDelete }: { memory: Memory; onDelete: () => void }) {
  const { t, number, languageTitle } = useText()
  const { id, organizationId, name, description, sourceLocaleCode } = memory
  const localeOf = useLocaleOf(organizationId)
  return (
    <tr>
      <th scope="row">
        <Link to="/organizations/$orgId/memories/$tmId" params={{ orgId: organizationId, tmId: id }} dir="auto">
          {name}
        </Link>{' '}
        <Traits memory={memory} />
        {description && (
          <p className={styles.note} dir="auto">
            {description}
          </p>
        )}
      </th>
      <td>{languageTitle(localeOf(sourceLocaleCode))}</td>
      <td className={styles.number}>{number(memory.entriesCount)}</td>
      <td className={styles.number}>{number(memory.languageCount)}</td>
      <td className={styles.number}>{number(memory.linkedProjectsCount)}</td>
      <RowActions>
        <IconButton label={t('memories.deleteNamed', { name })} onClick={onDelete}>
          <Trash2 size={16} aria-hidden />
        </IconButton>
      </RowActions>
    </tr>
  )
}

/** What is special about a memory, in a word each. */
export function Traits({ memory: { isDefault, isShared, onlyApproved, autoPopulate } }: { memory: Memory }) {
  const { t } = useText()
  return (
    <span className={styles.traits}>
      {isDefault && <Badge>{t('memories.default')}</Badge>}
      {isShared && <Badge tone="accent">{t('memories.shared')}</Badge>}
      {onlyApproved && <Badge tone="good">{t('memories.onlyApproved')}</Badge>}
      {!autoPopulate && <Badge tone="waiting">{t('memories.byHand')}</Badge>}
    </span>
  )
}
