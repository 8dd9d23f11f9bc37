import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { projectQuery } from '../../api/queries.ts'
import { useIsReadOnly } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import { Allowed } from '../shell/allowed.tsx'
import { ImportsUnderWay } from './imports-under-way.tsx'
import { PrepareImport } from './prepare-import.tsx'
import { RunningImport } from './running-import.tsx'

/** Files into the project: prepared step by step, or, once begun, followed by the name that the address gives it. */
export function ImportScreen() {
  const { t } = useText()
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' })
  const { run } = useSearch({ from: '/signed-in/projects/$projectId/import' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const isReadOnly = useIsReadOnly(project.organizationId)
  return (
    <Allowed orgId={project.organizationId} needs={['project.import']}>
      <Page title={t('import.title')} lead={t('import.lead')}>
        {run === undefined && <ImportsUnderWay projectId={projectId} />}
        {run !== undefined && <RunningImport key={run} project={project} run={run} />}
        {run === undefined && isReadOnly && <Nothing>{t('situation.readOnly')}</Nothing>}
        {run === undefined && !isReadOnly && <PrepareImport key={projectId} project={project} />}
      </Page>
    </Allowed>
  )
}
