import { Dialog } from '@base-ui/react/dialog'
import { useParams } from '@tanstack/react-router'
import { useText } from '../../text/context.tsx'
import { lastLocale } from '../projects/last-project.ts'
import styles from './palette.module.css'
import { PaletteList } from './palette-list.tsx'

interface PaletteDialogProps {
  projectId: number | undefined
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}

export function PaletteDialog({ projectId, isOpen, onChange }: PaletteDialogProps) {
  const { t } = useText()
  return (
    <Dialog.Root open={isOpen} onOpenChange={onChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup} aria-label={t('shell.search')}>
          <PaletteContent projectId={projectId} onClose={() => onChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteContent({ projectId, onClose }: { projectId: number | undefined; onClose: () => void }) {
  const { locale } = useParams({ strict: false })
  const last = projectId === undefined ? undefined : lastLocale(projectId)
  return <PaletteList projectId={projectId} locale={locale ?? last} onClose={onClose} />
}
