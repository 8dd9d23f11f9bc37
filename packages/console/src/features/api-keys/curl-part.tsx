import type { AnswerOf } from '@parlance/sdk'
import { useQuery } from '@tanstack/react-query'
import { namespacesQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Code } from '../../ui/copy.tsx'
import { PagePart } from '../../ui/page.tsx'
import styles from './api-keys.module.css'
import { exampleQuery } from './api-keys-query.ts'
import { curlLines } from './curl-lines.ts'
import { SCOPES } from './grants.ts'

/** The calls that the console never makes itself, ready for a terminal. */
export function CurlPart({ project }: { project: AnswerOf<'getProject'> }) {
  const { t } = useText()
  const { data: example } = useQuery(exampleQuery(project.id))
  const { data: listed } = useQuery(namespacesQuery(project.id))
  const own = listed?.namespaces.find(({ isDefault }) => isDefault)?.name ?? 'default'
  const lines = curlLines({
    origin: location.origin,
    projectId: project.id,
    sourceLocale: project.sourceLocaleCode,
    namespace: example?.namespace ?? own,
    key: example?.key ?? 'example.title',
  })
  return (
    <PagePart title={t('apiKeys.calls')}>
      <p className={styles.hint}>{t('apiKeys.callsHint')}</p>
      <Code label={t('apiKeys.setKey')} text="export PARLANCE_API_KEY=tms_…" />
      {lines.map(({ call, scope, text }) => (
        <Code
          key={call}
          label={t('apiKeys.callNeeds', {
            call: t(`apiKeys.call.${call}`),
            scope: t(`apiKeys.scope.${SCOPES[scope]}`),
          })}
          text={text}
        />
      ))}
      <p className={styles.hint}>
        <a href="/docs">{t('apiKeys.docs')}</a>
      </p>
    </PagePart>
  )
}
