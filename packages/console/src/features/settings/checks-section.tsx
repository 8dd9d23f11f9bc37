import type { AnswerOf } from '@parlance/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { projectQuery, qaQuery } from '../../api/queries.ts'
import { useMayWrite } from '../../api/read-only.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { CheckLanguagesDialog } from './check-languages.tsx'
import styles from './settings.module.css'
import { SEVERITIES, type Severity, useQaChange } from './use-qa-change.ts'

type Check = AnswerOf<'getQa'>['checks'][number]

/** What is looked for in the texts of a project, and how bad it is. */
export function ChecksSection({ projectId }: { projectId: number }) {
  const { t } = useText()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: qa } = useSuspenseQuery({ ...qaQuery(projectId), staleTime: 0 })
  const mayWrite = useMayWrite(project.organizationId, 'project.manage')
  const change = useQaChange(projectId)
  // Shown at once, as a switch is; the list of checks follows a moment later.
  const [isBlocking, setBlocking] = useState<boolean>()
  const [opened, setOpened] = useState<Check['id']>()
  const inLanguages = qa.checks.find(({ id }) => id === opened)
  return (
    <>
      <p className={styles.lead}>{t('checks.lead')}</p>
      <Switch
        label={t('checks.blockReview')}
        detail={t('checks.blockReviewHint')}
        checked={isBlocking ?? qa.blockReview}
        disabled={!mayWrite}
        onChange={(blockReview) => {
          setBlocking(blockReview)
          change({ blockReview }, { onSettled: () => setBlocking(undefined) })
        }}
      />
      {qa.state === 'checking' && <p className={styles.lead}>{t('checks.pending', { count: qa.pending })}</p>}
      <Table
        label={t('settings.checks')}
        columns={[t('checks.check'), t('checks.severity'), t('checks.inLanguages'), t('checks.found')]}
      >
        {qa.checks.map((check) => (
          <CheckRow
            key={check.id}
            check={check}
            mayWrite={mayWrite}
            onChange={(severity) => change({ checks: { [check.id]: { severity } } })}
            onOpen={() => setOpened(check.id)}
          />
        ))}
      </Table>
      {inLanguages && (
        <CheckLanguagesDialog
          check={inLanguages}
          languages={project.locales}
          onChange={(code, severity) =>
            change({ checks: { [inLanguages.id]: { localeSeverities: { [code]: severity } } } })
          }
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

interface CheckRowProps {
  check: Check
  mayWrite: boolean
  onChange: (severity: Severity | null) => void
  onOpen: () => void
}

function CheckRow({ check, mayWrite, onChange, onOpen }: CheckRowProps) {
  const { t, number } = useText()
  const { id, severity, defaultSeverity, localeSeverities, open, ignored } = check
  const name = t(`check.${id}`)
  const exceptions = t('checks.exceptions', { count: Object.keys(localeSeverities).length })
  return (
    <tr>
      <th scope="row">
        {name} <code className={styles.id}>{id}</code>
      </th>
      <td>
        {mayWrite ? (
          <Select
            label={t('checks.severityOf', { name })}
            value={severity}
            choices={SEVERITIES.map((value) => ({
              value,
              label: t(`severity.${value}`),
              ...(value === defaultSeverity && { detail: t('settings.default') }),
            }))}
            // What is as it was from the start follows when the service learns better.
            onChange={(chosen) => onChange(chosen === defaultSeverity ? null : chosen)}
          />
        ) : (
          t(`severity.${severity}`)
        )}
      </td>
      <td>
        {mayWrite ? (
          // Its name begins with what is seen: whoever speaks to the browser says that.
          <Button kind="quiet" aria-label={`${exceptions}, ${t('checks.inLanguagesOf', { name })}`} onClick={onOpen}>
            {exceptions}
          </Button>
        ) : (
          exceptions
        )}
      </td>
      <td>{ignored > 0 ? t('checks.foundIgnored', { open, ignored }) : number(open)}</td>
    </tr>
  )
}
