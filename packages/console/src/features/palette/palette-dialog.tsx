import { useParams } from '@tanstack/react-router'
import { useText } from '../../text/context.tsx'
import { Modal } from '../../ui/modal.tsx'
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
  const close = () => onChange(false)
  if (!isOpen) return null
  return (
    <Modal aria-label={t('shell.search')} backdropClass={styles.backdrop} className={styles.popup} onClose={close}>
      <PaletteContent projectId={projectId} onClose={close} />
    </Modal>
  )
}

function PaletteContent({ projectId, onClose }: { projectId: number | undefined; onClose: () => void }) {
  const { locale } = useParams({ strict: false })
  const last = projectId === undefined ? undefined : lastLocale(projectId)
  return <PaletteList projectId={projectId} locale={locale ?? last} onClose={onClose} />
}
