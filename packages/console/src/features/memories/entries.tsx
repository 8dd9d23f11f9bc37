import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'
import { projectQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Nothing } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { ShowMore, Table } from '../../ui/table.tsx'
import { DeleteEntry } from './delete-entry.tsx'
import { EntryRow } from './entry-row.tsx'
import styles from './memories.module.css'
import { NewEntryDialog } from './new-entry.tsx'
import { type Entry, entriesQuery, type Memory } from './queries.ts'
import { ReplaceDialog } from './replace-dialog.tsx'
import { useMemoryRights } from './rights.ts'
import type { MemorySearch } from './search.ts'
import { TrySearchDialog } from './try-search.tsx'

type Change = (patch: { [Name in keyof MemorySearch]: MemorySearch[Name] | undefined }, replace?: boolean) => void

function useMemorySearch(): [MemorySearch, Change] {
  const search = useSearch({ from: '/signed-in/organizations/$orgId/memories/$tmId' })
  const navigate = useNavigate({ from: '/organizations/$orgId/memories/$tmId' })
  const change: Change = (patch, replace = false) =>
    void navigate({ search: { ...search, ...patch } as MemorySearch, replace, resetScroll: false })
  return [search, change]
}

/** The entries of a memory, page by page. */
export function Entries({ memory }: { memory: Memory }) {
  const [search, change] = useMemorySearch()
  const { locales } = useMemoryRights(memory.organizationId)
  const [asked, setAsked] = useState<Entry>()
  const targetLocaleId = locales.find(({ code }) => code === search.language)?.id
  const wanted = { q: search.q, targetLocaleId, sourceProjectId: search.project }
  // The number of a language is known only when the languages are.
  const isKnown = search.language === undefined || locales.length > 0
  const pages = useInfiniteQuery({ ...entriesQuery(memory.id, wanted), enabled: isKnown })
  const entries = pages.data?.pages.flatMap((page) => page.entries)
  return (
    <>
      <Tools memory={memory} search={search} change={change} />
      <Failed query={pages} />
      {entries?.length === 0 && <NoEntries search={search} change={change} />}
      {entries && entries.length > 0 && <EntryTable memory={memory} entries={entries} onDelete={setAsked} />}
      <ShowMore pages={pages} />
      {asked && <DeleteEntry entry={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface EntryTableProps {
  memory: Memory
  entries: readonly Entry[]
  onDelete: (entry: Entry) => void
}

function EntryTable({ memory, entries, onDelete }: EntryTableProps) {
  const { t } = useText()
  const { mayWrite } = useMemoryRights(memory.organizationId)
  const columns = ['source', 'language', 'translation', 'origin', 'used'] as const
  return (
    <Table label={t('memories.entries')} columns={[...columns.map((name) => t(`memories.entry.${name}`)), '']}>
      {entries.map((entry) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          sourceCode={memory.sourceLocaleCode}
          mayWrite={mayWrite}
          onDelete={onDelete}
        />
      ))}
    </Table>
  )
}

interface ToolsProps {
  memory: Memory
  search: MemorySearch
  change: Change
}

function Tools({ memory, search, change }: ToolsProps) {
  const { t, languageTitle } = useText()
  const { locales } = useMemoryRights(memory.organizationId)
  return (
    <search className={styles.tools}>
      <SearchField
        label={t('memories.search')}
        value={search.q ?? ''}
        maxLength={500}
        onSearch={(text, isGoingOn) => change({ q: text || undefined }, isGoingOn)}
      />
      <Select
        label={t('memories.language')}
        value={search.language ?? ''}
        choices={[
          { value: '', label: t('memories.allLanguages') },
          ...locales.map((locale) => ({ value: locale.code, label: languageTitle(locale), detail: locale.code })),
        ]}
        onChange={(code) => change({ language: code || undefined })}
      />
      {search.project !== undefined && (
        <OneProject projectId={search.project} onAll={() => change({ project: undefined })} />
      )}
      <EntryActions memory={memory} onAdded={(q) => change({ q, language: undefined, project: undefined })} />
    </search>
  )
}

/** That only entries of one project are shown, and the way back to all. */
function OneProject({ projectId, onAll }: { projectId: number; onAll: () => void }) {
  const { t } = useText()
  const { data: project } = useQuery(projectQuery(projectId))
  return (
    <Button onClick={onAll}>
      <span dir="auto">{t('memories.onlyFrom', { name: project?.name ?? String(projectId) })}</span>
      <X size={14} role="img" aria-label={t('memories.fromAll')} />
    </Button>
  )
}

function EntryActions({ memory, onAdded }: { memory: Memory; onAdded: (source: string) => void }) {
  const { t } = useText()
  const { mayWrite } = useMemoryRights(memory.organizationId)
  const [dialog, setDialog] = useState<'try' | 'replace' | 'new'>()
  const close = () => setDialog(undefined)
  return (
    <div className={styles.end}>
      <Button onClick={() => setDialog('try')}>{t('memories.try')}</Button>
      {mayWrite && <Button onClick={() => setDialog('replace')}>{t('memories.replace')}</Button>}
      {mayWrite && (
        <Button kind="primary" onClick={() => setDialog('new')}>
          {t('memories.newEntry')}
        </Button>
      )}
      {dialog === 'try' && <TrySearchDialog memory={memory} onClose={close} />}
      {dialog === 'replace' && <ReplaceDialog memory={memory} onClose={close} />}
      {dialog === 'new' && <NewEntryDialog memory={memory} onAdded={onAdded} onClose={close} />}
    </div>
  )
}

function NoEntries({ search, change }: Pick<ToolsProps, 'search' | 'change'>) {
  const { t } = useText()
  if (Object.keys(search).length === 0) return <Nothing>{t('memories.noEntries')}</Nothing>
  return (
    <Nothing
      actions={
        <Button onClick={() => change({ q: undefined, language: undefined, project: undefined })}>
          {t('filters.clear')}
        </Button>
      }
    >
      {t('memories.noMatch')}
    </Nothing>
  )
}
