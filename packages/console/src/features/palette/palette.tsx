import { Dialog } from '@base-ui/react/dialog'
import { useParams } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { lastLocale } from '../projects/last-project.ts'
import styles from './palette.module.css'
import { PaletteList } from './palette-list.tsx'

/** Button "Search" of the header with the palette, which Ctrl+K opens too. Inside a project it also finds what is in it. */
export function PaletteButton({ projectId }: { projectId?: number | undefined }) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  useShortcut(() => setOpen(true))
  return (
    <>
      <Button
        kind="quiet"
        aria-label={t('shell.search')}
        aria-keyshortcuts="Control+K"
        className={styles.button}
        onClick={() => setOpen(true)}
      >
        <Search size={16} aria-hidden />
        <span className={styles.word}>{t('shell.search')}</span>
        <kbd className={styles.key}>{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className={styles.backdrop} />
          <Dialog.Popup className={styles.popup} aria-label={t('shell.search')}>
            <PaletteContent projectId={projectId} onClose={() => setOpen(false)} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}

function PaletteContent({ projectId, onClose }: { projectId: number | undefined; onClose: () => void }) {
  const { locale } = useParams({ strict: false })
  const last = projectId === undefined ? undefined : lastLocale(projectId)
  return <PaletteList projectId={projectId} locale={locale ?? last} onClose={onClose} />
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** Before anything else on the page: an editor has a meaning of its own for it on some systems. */
function useShortcut(run: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      event.stopPropagation()
      run()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  })
}
