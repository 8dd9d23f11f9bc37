import { ListChecks } from 'lucide-react'
import { useText } from '../../text/context.tsx'
import { IconButton } from '../../ui/button.tsx'

/** Button "Jobs" of the header with the tray of what runs in a project: how far it is, what failed, "Cancel". */
export function JobsButton(_: { projectId: number }) {
  const { t } = useText()
  return (
    <IconButton label={t('shell.jobs')}>
      <ListChecks size={16} aria-hidden />
    </IconButton>
  )
}
