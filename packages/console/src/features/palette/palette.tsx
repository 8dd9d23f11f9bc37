import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { keepEarlyKeys, takeEarlyKeys } from './early-keys.ts'
import styles from './palette.module.css'

/** Loaded when somebody searches for the first time. */
const PaletteDialog = lazy(() => import('./palette-dialog.tsx').then((m) => ({ default: m.PaletteDialog })))

/** Button "Search" of the header with the palette, which Ctrl+K opens too. Inside a project it also finds what is in it. */
export function PaletteButton({ projectId }: { projectId?: number | undefined }) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const open = () => {
    if (isOpen) return
    keepEarlyKeys()
    setOpened(true)
    setOpen(true)
  }
  const change = (next: boolean) => {
    if (!next) takeEarlyKeys()
    setOpen(next)
  }
  useShortcut(open)
  return (
    <>
      <Button kind="quiet" aria-keyshortcuts="Control+K" className={styles.button} onClick={open}>
        <Search size={16} aria-hidden />
        <span className={styles.word}>{t('shell.search')}</span>
        <kbd aria-hidden className={styles.key} data-keys={isMac() ? '⌘K' : 'Ctrl K'} />
      </Button>
      <Suspense>{wasOpened && <PaletteDialog projectId={projectId} isOpen={isOpen} onChange={change} />}</Suspense>
    </>
  )
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
