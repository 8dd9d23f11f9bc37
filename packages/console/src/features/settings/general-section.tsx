import type { AnswerOf } from '@parlance/sdk'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { projectQuery, queryClient } from '../../api/queries.ts'
import { useMayWrite } from '../../api/read-only.ts'
import { useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { DangerZone } from '../../ui/danger-zone.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { NameQuestion } from '../../ui/name-question.tsx'
import { useToast } from '../../ui/toast.tsx'
import { forgetLast } from '../projects/index.ts'

type Project = AnswerOf<'getProject'>

export function GeneralSection({ projectId }: { projectId: number }) {
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const membership = useMembership(project.organizationId)
  return (
    <>
      <Name project={project} />
      {membership?.localeCodes === null && <Deletion project={project} />}
    </>
  )
}

function Name({ project }: { project: Project }) {
  const { t } = useText()
  const toast = useToast()
  const mayWrite = useMayWrite(project.organizationId, 'project.manage')
  const [name, setName] = useState(project.name)
  const renaming = useMutation({
    mutationFn: () => api.updateProject({ params: { projectId: project.id }, body: { name: name.trim() } }),
    onSuccess: async (changed) => {
      queryClient.setQueryData(projectQuery(project.id).queryKey, changed)
      toast({ text: t('settings.saved') })
      await queryClient.invalidateQueries({ queryKey: ['organization', project.organizationId] })
    },
  })
  return (
    <Form onSubmit={renaming.mutate} sending={renaming} submitLabel={mayWrite ? t('ui.save') : undefined}>
      <TextField
        label={t('projects.name')}
        required
        maxLength={255}
        dir="auto"
        value={name}
        readOnly={!mayWrite}
        onChange={(event) => setName(event.target.value)}
      />
    </Form>
  )
}

/** Also while nothing can be written: it is a way out. */
function Deletion({ project }: { project: Project }) {
  const { t } = useText()
  const [isAsking, setAsking] = useState(false)
  const deletion = useDeletion(project)
  return (
    <DangerZone>
      <p>{t('settings.deleteHint')}</p>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t('settings.delete')}
      </Button>
      {isAsking && (
        <NameQuestion
          question={t('settings.deleteQuestion', { name: project.name })}
          name={project.name}
          confirmLabel={t('settings.delete')}
          onClose={() => setAsking(false)}
          onConfirm={() => !deletion.isPending && deletion.mutate()}
        >
          <p>{t('settings.deleteHint')}</p>
        </NameQuestion>
      )}
    </DangerZone>
  )
}

function useDeletion({ id: projectId, name, organizationId }: Project) {
  const { t } = useText()
  const toast = useToast()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.deleteProject({ params: { projectId } }),
    onSuccess: async () => {
      forgetLast()
      await navigate({ to: '/organizations/$orgId', params: { orgId: organizationId } })
      toast({ text: t('settings.deleted', { name }) })
      queryClient.removeQueries({ queryKey: ['project', projectId] })
      await queryClient.invalidateQueries({ queryKey: ['organization', organizationId] })
    },
    onError: (error) => toast({ text: t(`situation.${situationOf(error)}`), isFailure: true }),
  })
}
