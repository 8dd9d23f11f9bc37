import { Plus } from 'lucide-react'
import { may } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { useEditor } from './editor-context.ts'

/** Button "New key" with its dialog; nothing for those who may not create keys. */
export function NewKey() {
  const { t } = useText()
  const { membership } = useEditor()
  if (!may(membership, 'translation.edit')) return null
  return (
    <Button>
      <Plus size={16} aria-hidden />
      {t('newKey.button')}
    </Button>
  )
}
