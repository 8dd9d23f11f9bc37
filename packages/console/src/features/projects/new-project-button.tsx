import { lazy, Suspense, useState } from 'react'
import { useIsReadOnly } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'

const NewProjectDialog = lazy(() => import('./new-project.tsx').then((m) => ({ default: m.NewProjectDialog })))

/** Not there while the organization can only be read. */
export function NewProjectButton({ orgId }: { orgId: number }) {
  const { t } = useText()
  const isReadOnly = useIsReadOnly(orgId)
  const [isOpen, setOpen] = useState(false)
  if (isReadOnly) return null
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t('projects.create')}
      </Button>
      <Suspense>{isOpen && <NewProjectDialog orgId={orgId} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
