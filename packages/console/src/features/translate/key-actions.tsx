import { Ellipsis } from 'lucide-react'
import { useText } from '../../text/context.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useEditor } from './editor-context.ts'

/** Button "More actions" of the open row, with its menu and dialogs. */
export function KeyActions({ keyId }: { keyId: number }) {
  const { t } = useText()
  const { rows } = useEditor()
  const name = rows.get(keyId)?.key ?? ''
  return (
    <Menu
      trigger={
        <IconButton label={t('keyActions.button')}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onChoose={() => navigator.clipboard.writeText(name)}>{t('keyActions.copyName')}</MenuItem>
    </Menu>
  )
}
