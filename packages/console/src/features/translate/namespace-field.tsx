import { useQuery } from '@tanstack/react-query'
import { namespacesQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { TextField } from '../../ui/field.tsx'
import { LabelledSelect } from '../../ui/labelled-select.tsx'
import { useEditor } from './editor-context.ts'
import type { NamespaceTarget } from './namespace.ts'

interface NamespaceFieldProps {
  value: NamespaceTarget
  onChange: (target: NamespaceTarget) => void
  mayCreate: boolean
}

const NEW = 'new'

/** Combobox "Namespace"; for those who may, with a new one. */
export function NamespaceField({ value, onChange, mayCreate }: NamespaceFieldProps) {
  const { t } = useText()
  const { project } = useEditor()
  const { data } = useQuery(namespacesQuery(project.id))
  const existing = (data?.namespaces ?? []).map(({ id, name, keyCount }) => ({
    value: String(id),
    label: name,
    detail: t('namespace.keys', { count: keyCount }),
  }))
  return (
    <>
      <LabelledSelect
        label={t('namespace.title')}
        value={'name' in value ? NEW : String(value.id)}
        choices={mayCreate ? [...existing, { value: NEW, label: t('namespace.new') }] : existing}
        onChange={(chosen) => onChange(chosen === NEW ? { name: '' } : { id: Number(chosen) })}
      />
      {'name' in value && (
        <TextField
          label={t('namespace.newName')}
          value={value.name}
          maxLength={255}
          required
          autoFocus
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
    </>
  )
}
