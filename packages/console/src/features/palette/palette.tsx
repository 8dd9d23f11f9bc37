import { Search } from 'lucide-react'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'

/** Button "Search" of the header with the palette, which Ctrl+K opens too. Inside a project it also finds what is in it. */
export function PaletteButton(_: { projectId?: number | undefined }) {
  const { t } = useText()
  return (
    <Button kind="quiet">
      <Search size={16} aria-hidden />
      {t('shell.search')}
    </Button>
  )
}
