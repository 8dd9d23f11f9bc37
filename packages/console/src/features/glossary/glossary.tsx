import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { ShowMore } from '../../ui/table.tsx'
import { Allowed } from '../shell/allowed.tsx'
import { ExportDialog } from './exchange/export-dialog.tsx'
import { ImportDialog } from './exchange/import-dialog.tsx'
import styles from './glossary.module.css'
import { glossaryQuery, termsQuery } from './queries.ts'
import { useGlossaryRights } from './rights.ts'
import { type GlossarySearch, TERM_TYPES } from './search.ts'
import { NewTermDialog, TermDialog } from './term-dialog.tsx'
import { TermTable } from './term-table.tsx'

const ROUTE = '/signed-in/organizations/$orgId/glossary'

/** The words of an organization: what they are called in each language, and which are not to be used. */
export function GlossaryScreen() {
  const { orgId } = useParams({ from: ROUTE })
  return (
    <Allowed orgId={orgId} needs={['glossary.view']}>
      <Glossary key={orgId} orgId={orgId} />
    </Allowed>
  )
}

type Change = (patch: { [Name in keyof GlossarySearch]: GlossarySearch[Name] | undefined }, replace?: boolean) => void

function useGlossarySearch(): [GlossarySearch, Change] {
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: '/organizations/$orgId/glossary' })
  const change: Change = (patch, replace = false) =>
    void navigate({ search: { ...search, ...patch } as GlossarySearch, replace, resetScroll: false })
  return [search, change]
}

function Glossary({ orgId }: { orgId: number }) {
  const { t } = useText()
  const [search, change] = useGlossarySearch()
  const pages = useInfiniteQuery(termsQuery(orgId, search))
  const terms = pages.data?.pages.flatMap((page) => page.terms)
  const close = () => change({ term: undefined })
  return (
    <Page title={t('glossary.title')} lead={<Lead orgId={orgId} />} actions={<Actions orgId={orgId} change={change} />}>
      <Tools search={search} change={change} />
      <Failed query={pages} />
      {terms?.length === 0 && <NoTerms search={search} change={change} orgId={orgId} />}
      {terms && terms.length > 0 && <TermTable orgId={orgId} terms={terms} onOpen={(term) => change({ term })} />}
      <ShowMore pages={pages} />
      {search.term === 'new' && (
        <NewTermDialog orgId={orgId} sourceCode={terms?.[0]?.sourceLocaleCode} onClose={close} />
      )}
      {typeof search.term === 'number' && <TermDialog orgId={orgId} termId={search.term} onClose={close} />}
    </Page>
  )
}

function Lead({ orgId }: { orgId: number }) {
  const { t } = useText()
  const { data } = useQuery(glossaryQuery(orgId))
  return data ? t('glossary.lead', { count: data.termCount }) : null
}

interface ChangeProps {
  orgId: number
  change: Change
}

function Actions({ orgId, change }: ChangeProps) {
  const { t } = useText()
  const { mayCreate } = useGlossaryRights(orgId)
  const [dialog, setDialog] = useState<'import' | 'export'>()
  const close = () => setDialog(undefined)
  return (
    <>
      {mayCreate && <Button onClick={() => setDialog('import')}>{t('glossary.import')}</Button>}
      <Button onClick={() => setDialog('export')}>{t('glossary.export')}</Button>
      {mayCreate && (
        <Button kind="primary" onClick={() => change({ term: 'new' })}>
          {t('glossary.new')}
        </Button>
      )}
      {dialog === 'import' && <ImportDialog orgId={orgId} onClose={close} />}
      {dialog === 'export' && <ExportDialog orgId={orgId} onClose={close} />}
    </>
  )
}

function Tools({ search, change }: { search: GlossarySearch; change: Change }) {
  const { t } = useText()
  return (
    <search className={styles.tools}>
      <SearchField
        label={t('glossary.search')}
        value={search.q ?? ''}
        maxLength={255}
        onSearch={(text, isGoingOn) => change({ q: text || undefined }, isGoingOn)}
      />
      <Select
        label={t('glossary.show')}
        value={search.type ?? 'all'}
        choices={[
          { value: 'all', label: t('glossary.show.all') },
          ...TERM_TYPES.map((type) => ({ value: type, label: t(`glossary.show.${type}`) })),
        ]}
        onChange={(type) => change({ type: TERM_TYPES.find((known) => known === type) })}
      />
    </search>
  )
}

function NoTerms({ search, change, orgId }: ChangeProps & { search: GlossarySearch }) {
  const { t } = useText()
  const { mayCreate } = useGlossaryRights(orgId)
  if (search.q !== undefined || search.type !== undefined)
    return (
      <Nothing
        actions={<Button onClick={() => change({ q: undefined, type: undefined })}>{t('filters.clear')}</Button>}
      >
        {t('glossary.noMatch')}
      </Nothing>
    )
  return (
    <Nothing actions={mayCreate && <Button onClick={() => change({ term: 'new' })}>{t('glossary.first')}</Button>}>
      {t('glossary.none')}
    </Nothing>
  )
}
