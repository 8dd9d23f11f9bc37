import { lazy, Suspense, useState } from 'react'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'

const NewProjectDialog = lazy(() => import('./new-project.tsx').then((m) => ({ default: m.NewProjectDialog })))

export function NewProjectButton({ orgId }: { orgId: number }) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t('projects.create')}
      </Button>
      <Suspense>{isOpen && <NewProjectDialog orgId={orgId} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
