import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { bytesText } from '../../ui/bytes.ts'
import { Progress } from '../../ui/progress.tsx'
import { download, type ExportBody } from './download.ts'
import styles from './export.module.css'

interface ExportDownloadProps {
  projectId: number
  body: ExportBody
  namespaceCount: number
  /** Whether there is anything to export. */
  isReady: boolean
}

/** What will be downloaded, "Download", how much has come, and what is to be known about it. */
export function ExportDownload({ projectId, body, namespaceCount, isReady }: ExportDownloadProps) {
  const { t, locale } = useText()
  const { mutate, data, error, isPending, bytes, cancel } = useDownload(projectId)
  const files = (body.localeCodes?.length ?? 0) * (body.keyIds ? 1 : namespaceCount)
  return (
    <div className={styles.download}>
      <p>{t('export.willBe', { count: files })}</p>
      <div className={styles.buttons}>
        <Button kind="primary" disabled={!isReady || isPending} onClick={() => mutate(body)}>
          <Download size={16} aria-hidden />
          {t('export.download')}
        </Button>
        {isPending && <Button onClick={cancel}>{t('ui.cancel')}</Button>}
      </div>
      {isPending && (
        <>
          <Progress label={t('export.download')} value={undefined} max={1} />
          <p className={styles.hint}>{t('export.received', { size: bytesText(bytes, locale) })}</p>
        </>
      )}
      <div role="status">
        {data && !isPending && (
          <>
            <p>{t('export.done', data)}</p>
            {data.warnings > 0 && data.filename.endsWith('.zip') && <p>{t('export.warningsInside')}</p>}
          </>
        )}
      </div>
      {error && <p role="alert">{t(`situation.${situationOf(error)}`)}</p>}
    </div>
  )
}

function useDownload(projectId: number) {
  const { t } = useText()
  const announce = useAnnounce()
  const [bytes, setBytes] = useState(0)
  const stop = useRef(new AbortController())
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (body: ExportBody) => {
      stop.current = new AbortController()
      setBytes(0)
      return download(projectId, body, { signal: stop.current.signal, onProgress: setBytes })
    },
    onSuccess: (saved) => announce(t('export.done', saved)),
  })
  // Whoever stopped it knows.
  const failure = error && !stop.current.signal.aborted ? error : null
  return { mutate, data, error: failure, isPending, bytes, cancel: () => stop.current.abort() }
}
