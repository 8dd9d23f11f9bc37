import { useInfiniteQuery, useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { projectQuery, queryClient } from '../../../api/queries.ts'
import { useMayWrite } from '../../../api/read-only.ts'
import { may, useMembership } from '../../../api/session.ts'
import { useText } from '../../../text/context.tsx'
import { useAnnounce } from '../../../ui/announcer.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { Nothing } from '../../../ui/page.tsx'
import { Select } from '../../../ui/select.tsx'
import styles from '../memories.module.css'
import { memoriesQuery } from '../queries.ts'
import { AssignedTable } from './assigned-table.tsx'
import { type Assigned, penaltyOf, toSend } from './assignments.ts'
import { assignmentsQuery } from './assignments-query.ts'

/** Which memories a project asks, in which order, and which one it writes to. */
export function MemoriesSection({ projectId }: { projectId: number }) {
  const { t } = useText()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data } = useSuspenseQuery(assignmentsQuery(projectId))
  const mayWrite = useMayWrite(project.organizationId, 'translation_memory.edit')
  const [changed, setChanged] = useState<readonly Assigned[]>()
  const [penalties, setPenalties] = useState<Readonly<Record<number, string>>>({})
  const saving = useSave(projectId, () => {
    setChanged(undefined)
    setPenalties({})
  })
  const assigned = changed ?? data.assignments
  const withPenalties = assigned.map((one) => ({
    ...one,
    penalty: penaltyOf(penalties[one.tmId] ?? '') ?? one.penalty,
  }))
  return (
    <>
      <p className={styles.hint}>{t('assigned.lead')}</p>
      {assigned.length === 0 && <NoMemory orgId={project.organizationId} />}
      <Form
        sending={saving}
        submitLabel={mayWrite && (assigned.length > 0 || changed) ? t('ui.save') : undefined}
        isWide
        onSubmit={() => saving.mutate(withPenalties)}
      >
        {assigned.length > 0 && (
          <AssignedTable
            assigned={assigned}
            penalties={penalties}
            onPenalty={(tmId, text) => setPenalties({ ...penalties, [tmId]: text })}
            onChange={setChanged}
            isReadOnly={!mayWrite}
          />
        )}
        {mayWrite && (
          <AddMemory
            orgId={project.organizationId}
            sourceCode={project.sourceLocaleCode}
            assigned={assigned}
            onAdd={(memory) => setChanged([...assigned, memory])}
          />
        )}
      </Form>
    </>
  )
}

/** Where the organization has none either, the way to make one is the way on. */
function NoMemory({ orgId }: { orgId: number }) {
  const { t } = useText()
  const mayMake = may(useMembership(orgId), 'organization.manage_settings')
  const toMemories = (
    <Link to="/organizations/$orgId/memories" params={{ orgId }} className={buttonClass()}>
      {t('assigned.toMemories')}
    </Link>
  )
  return <Nothing {...(mayMake ? { actions: toMemories } : {})}>{t('assigned.none')}</Nothing>
}

function useSave(projectId: number, onSaved: () => void) {
  const { t } = useText()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: (assigned: readonly Assigned[]) =>
      api.updateMemorySettings({ params: { projectId }, body: { assignments: toSend(assigned) } }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(assignmentsQuery(projectId).queryKey, saved)
      onSaved()
      announce(t('assigned.saved'))
      await queryClient.invalidateQueries({ queryKey: ['help', projectId] })
    },
  })
}

interface AddMemoryProps {
  orgId: number
  sourceCode: string
  assigned: readonly Assigned[]
  onAdd: (memory: Assigned) => void
}

/** The other memories of the organization with the same source language. */
function AddMemory({ orgId, sourceCode, assigned, onAdd }: AddMemoryProps) {
  const { t } = useText()
  const maySee = may(useMembership(orgId), 'organization.manage_settings')
  const { data } = useInfiniteQuery({ ...memoriesQuery(orgId), enabled: maySee })
  const memories = (data?.pages ?? []).flatMap(({ tms }) => tms).filter((one) => one.sourceLocaleCode === sourceCode)
  const others = memories.filter(({ id }) => assigned.every(({ tmId }) => tmId !== id))
  const shared = others.filter(({ isShared }) => isShared)
  return (
    <>
      {others.length > 0 && (
        <div>
          <Select
            label={t('assigned.add')}
            value=""
            choices={[
              { value: '', label: t('assigned.add') },
              ...others.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(chosen) => {
              const memory = others.find(({ id }) => String(id) === chosen)
              if (memory) onAdd({ tmId: memory.id, tmName: memory.name, isWritable: false, penalty: 0 })
            }}
          />
        </div>
      )}
      {shared.length > 0 && (
        <p className={styles.hint}>{t('assigned.shared', { names: shared.map(({ name }) => name).join(', ') })}</p>
      )}
    </>
  )
}
