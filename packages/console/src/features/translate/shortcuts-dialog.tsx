import { useText } from '../../text/context.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ShortcutList } from './shortcut-list.tsx'

export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useText()
  return (
    <Dialog title={t('shortcuts.title')} isOpen={isOpen} onClose={onClose} isWide>
      <ShortcutList />
    </Dialog>
  )
}
