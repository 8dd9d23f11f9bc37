import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { situationOf } from '../../api/errors.ts'
import { useLocaleOf } from '../../api/locales.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import { Allowed } from '../shell/allowed.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { DeleteMemory } from './delete-memory.tsx'
import { Entries } from './entries.tsx'
import styles from './memories.module.css'
import { Traits } from './memories.tsx'
import { MemorySettingsDialog } from './memory-dialogs.tsx'
import { type Memory, memoryQuery, memoryStatsQuery } from './queries.ts'
import { useMemoryRights } from './rights.ts'
import { ExportTmxDialog } from './tmx/export-dialog.tsx'
import { ImportTmxDialog } from './tmx/import-dialog.tsx'

export function MemoryScreen() {
  const { orgId, tmId } = useParams({ from: '/signed-in/organizations/$orgId/memories/$tmId' })
  return (
    <Allowed orgId={orgId} needs={['organization.manage_settings']}>
      <OneMemory key={tmId} orgId={orgId} tmId={tmId} />
    </Allowed>
  )
}

function OneMemory({ orgId, tmId }: { orgId: number; tmId: number }) {
  const { t } = useText()
  const { data: memory, error, refetch } = useQuery(memoryQuery(tmId))
  if (memory && memory.organizationId !== orgId) return <NotFound />
  if (memory) return <Shown memory={memory} />
  if (!error) return null
  if (situationOf(error) === 'notFound') return <NotFound />
  return (
    <Page title={t('memories.title')}>
      <Nothing actions={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}>
        <span role="alert">{t(`situation.${situationOf(error)}`)}</span>
      </Nothing>
    </Page>
  )
}

function Shown({ memory }: { memory: Memory }) {
  const { t, languageName } = useText()
  const { sourceLocaleCode, organizationId: orgId } = memory
  const localeOf = useLocaleOf(orgId)
  return (
    <Page
      title={memory.name}
      lead={
        <>
          <Link to="/organizations/$orgId/memories" params={{ orgId }}>
            {t('memories.title')}
          </Link>
          {' · '}
          {t('memories.from', { language: languageName(localeOf(sourceLocaleCode)) })} <Traits memory={memory} />
          {memory.description && (
            <span className={styles.note} dir="auto">
              {memory.description}
            </span>
          )}
        </>
      }
      actions={<Actions memory={memory} />}
    >
      <Counters memory={memory} />
      <Entries memory={memory} />
    </Page>
  )
}

type OpenDialog = 'import' | 'export' | 'settings' | 'delete'

function Actions({ memory }: { memory: Memory }) {
  const { t } = useText()
  const { mayWrite } = useMemoryRights(memory.organizationId)
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const button = (name: OpenDialog) => <Button onClick={() => setDialog(name)}>{t(`memories.${name}`)}</Button>
  return (
    <>
      {mayWrite && button('import')}
      {button('export')}
      {mayWrite && button('settings')}
      {button('delete')}
      {dialog === 'import' && <ImportTmxDialog memory={memory} onClose={close} />}
      {dialog === 'export' && <ExportTmxDialog memory={memory} onClose={close} />}
      {dialog === 'settings' && <MemorySettingsDialog memory={memory} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteMemory
          memory={memory}
          onClose={close}
          onDeleted={() =>
            void navigate({ to: '/organizations/$orgId/memories', params: { orgId: memory.organizationId } })
          }
        />
      )}
    </>
  )
}

/** How much it holds, and how often it helped. */
function Counters({ memory: { id, entriesCount, languageCount } }: { memory: Memory }) {
  const { t, number } = useText()
  const { data } = useQuery(memoryStatsQuery(id))
  const counts = [
    ['entries', data?.totalEntries ?? entriesCount],
    ['pairs', data?.uniqueLanguagePairs ?? languageCount],
    ['uses', data?.totalUsageCount],
  ] as const
  return (
    <dl className={styles.counters} aria-label={t('memories.counters')}>
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{t(`memories.count.${name}`)}</dt>
          <dd>{count === undefined ? '–' : number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
