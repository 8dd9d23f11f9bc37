import { lazy, Suspense, useState } from 'react'
import { useMayWrite } from '../../api/read-only.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'

const NewProjectDialog = lazy(() => import('./new-project.tsx').then((m) => ({ default: m.NewProjectDialog })))

/** Not there for those who may not, nor while the organization can only be read. */
export function NewProjectButton({ orgId }: { orgId: number }) {
  const { t } = useText()
  const mayCreate = useMayWrite(orgId, 'project.manage')
  const [isOpen, setOpen] = useState(false)
  if (!mayCreate) return null
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t('projects.create')}
      </Button>
      <Suspense>{isOpen && <NewProjectDialog orgId={orgId} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
