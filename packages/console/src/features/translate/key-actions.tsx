import { Ellipsis } from 'lucide-react'
import { may } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { IconButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useToast } from '../../ui/toast.tsx'
import { mayWrite, useEditor } from './editor-context.ts'
import { ask } from './key-questions.ts'

/** Button "More actions" of the open row, with its menu. */
export function KeyActions({ keyId }: { keyId: number }) {
  const { t } = useText()
  const editor = useEditor()
  const { rows, membership } = editor
  const toast = useToast()
  const copy = async (text: string) => {
    const isCopied = await copyText(text)
    toast({ text: t(isCopied ? 'keyActions.copied' : 'ui.notCopied'), isFailure: !isCopied })
  }
  const mayDelete = may(membership, 'translation.delete') && !membership?.localeCodes
  return (
    <Menu
      trigger={
        <IconButton label={t('keyActions.button')}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      {mayWrite(editor, 'translation.edit') && (
        <MenuItem onChoose={() => ask({ kind: 'edit', keyId })}>{t('keyActions.edit')}</MenuItem>
      )}
      <MenuItem onChoose={() => copy(rows.get(keyId)?.key ?? '')}>{t('keyActions.copyName')}</MenuItem>
      <MenuItem onChoose={() => copy(location.href)}>{t('keyActions.copyLink')}</MenuItem>
      {mayDelete && <MenuItem onChoose={() => ask({ kind: 'delete', keyId })}>{t('keyActions.delete')}</MenuItem>}
    </Menu>
  )
}
