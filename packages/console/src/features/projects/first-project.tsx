import { FlaskConical, type LucideIcon, SquarePlus, Upload } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './projects.module.css'
import { useSample } from './use-sample.ts'

const NewProjectDialog = lazy(() => import('./new-project.tsx').then((m) => ({ default: m.NewProjectDialog })))
const ImportFilesDialog = lazy(() => import('./import-files.tsx').then((m) => ({ default: m.ImportFilesDialog })))

/** For an organization without projects: three ways to get one. */
export function FirstProject({ orgId }: { orgId: number }) {
  const { t } = useText()
  const [opened, setOpened] = useState<'empty' | 'files'>()
  const sample = useSample(orgId)
  const close = () => setOpened(undefined)
  return (
    <Page title={t('start.title')}>
      <ul className={styles.ways}>
        <Way icon={FlaskConical} text={t('start.sampleHint')}>
          <Button kind="primary" aria-disabled={sample.isPending} onClick={sample.make}>
            {t('start.sample')}
          </Button>
        </Way>
        <Way icon={Upload} text={t('start.importHint')}>
          <Button onClick={() => setOpened('files')}>{t('start.import')}</Button>
        </Way>
        <Way icon={SquarePlus} text={t('start.emptyHint')}>
          <Button onClick={() => setOpened('empty')}>{t('start.empty')}</Button>
        </Way>
      </ul>
      {sample.isPending && <p role="status">{t('start.making', { done: sample.share })}</p>}
      <Suspense>
        {opened === 'empty' && <NewProjectDialog orgId={orgId} onClose={close} />}
        {opened === 'files' && <ImportFilesDialog orgId={orgId} onClose={close} />}
      </Suspense>
    </Page>
  )
}

function Way({ icon: Icon, text, children }: { icon: LucideIcon; text: string; children: ReactNode }) {
  return (
    <li className={styles.way}>
      <span className={styles.wayIcon}>
        <Icon size={20} aria-hidden />
      </span>
      <p className={styles.lead}>{text}</p>
      {children}
    </li>
  )
}
