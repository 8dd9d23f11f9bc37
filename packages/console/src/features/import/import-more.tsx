import { Link } from '@tanstack/react-router'
import { useText } from '../../text/context.tsx'
import { buttonClass } from '../../ui/button.tsx'

export function ImportMore({ projectId }: { projectId: number }) {
  const { t } = useText()
  return (
    <Link to="/projects/$projectId/import" params={{ projectId }} search={{}} className={buttonClass()}>
      {t('import.another')}
    </Link>
  )
}
