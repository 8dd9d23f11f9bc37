import type { AnswerOf } from '@parlance/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { remarkText } from '../../text/remark-text.ts'
import { Code } from '../../ui/copy.tsx'
import type { ExportBody } from './download.ts'
import styles from './export.module.css'
import { sampleOf } from './sample.ts'

const KEYS = 10

interface ExportSampleProps {
  projectId: number
  sourceLocale: string
  body: ExportBody
  namespaces: AnswerOf<'listNamespaces'>['namespaces']
  /** These and no others. */
  keyIds: readonly number[] | undefined
}

/** How the first of the files begins. */
export function ExportSample({ projectId, sourceLocale, body, namespaces, keyIds }: ExportSampleProps) {
  const { t } = useText()
  const chosen = namespaces.filter(({ name }) => body.namespaces?.includes(name) ?? true)
  const namespace = chosen.find(({ keyCount }) => keyCount > 0) ?? chosen[0]
  const query = keyIds
    ? { keyIds: keyIds.slice(0, KEYS) }
    : { limit: KEYS, ...(namespace ? { namespaceIds: [namespace.id] } : {}) }
  const { data, error } = useQuery({
    queryKey: ['project', projectId, 'export', 'sample', query],
    queryFn: () => api.listKeys({ params: { projectId }, query }),
    enabled: keyIds?.length !== 0,
    placeholderData: keepPreviousData,
  })
  if (error) return <p role="alert">{t(`situation.${situationOf(error)}`)}</p>
  if (!data || !namespace) return <p className={styles.hint}>{t('export.noSample')}</p>
  const place = { ...(keyIds ? { name: '', isDefault: true } : namespace), sourceLocale }
  const { path, text, remarks } = sampleOf(data.data, body, place)
  return (
    <>
      {text === undefined ? <p className={styles.hint}>{t('export.binary')}</p> : <Code label={path} text={text} />}
      {remarks.length > 0 && (
        <ul className={styles.remarks} aria-label={t('export.remarks')}>
          {remarks.map(({ key, message }) => (
            <li key={`${key} ${message}`}>
              <bdi className={styles.key}>{key}</bdi> {remarkText(message, t)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
