import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { namespacesQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useEditor } from './editor-context.ts'
import styles from './filters.module.css'
import { NOTHING_ASKED, STATUSES, TRAITS } from './search.ts'

/** Button "Filters" with how many there are, and its dialog. Each choice shows at once in the list behind. */
export function Filters() {
  const { t } = useText()
  const { search, setSearch } = useEditor()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const count = [search.status, search.ns, search.is, search.ids].filter((filter) => filter !== undefined).length
  return (
    <>
      <Button onClick={() => setIsOpen(true)} aria-describedby={count > 0 ? id : undefined}>
        <ListFilter size={16} aria-hidden />
        {t('filters.title')}
        {count > 0 && (
          <span aria-hidden className={styles.count}>
            {count}
          </span>
        )}
      </Button>
      {count > 0 && (
        <span id={id} hidden>
          {t('filters.active', { count })}
        </span>
      )}
      <Dialog
        title={t('filters.title')}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        actions={
          <>
            <Button onClick={() => setSearch(NOTHING_ASKED)}>{t('filters.clear')}</Button>
            <Button kind="primary" onClick={() => setIsOpen(false)}>
              {t('filters.done')}
            </Button>
          </>
        }
      >
        <StatusFilter />
        <NamespaceFilter />
        <TraitFilter />
        {search.ids && <p>{t('filters.onlyThese', { count: search.ids.length })}</p>}
      </Dialog>
    </>
  )
}

function StatusFilter() {
  const { t } = useText()
  const { search, setSearch } = useEditor()
  return (
    <Group title={t('list.status')}>
      {STATUSES.map((status) => (
        <Check
          key={status}
          label={t(`status.${status}`)}
          isChecked={search.status?.includes(status) ?? false}
          onChange={() => setSearch({ status: toggled(search.status, status) })}
        />
      ))}
    </Group>
  )
}

function NamespaceFilter() {
  const { t, number } = useText()
  const { project, search, setSearch } = useEditor()
  const { data } = useQuery(namespacesQuery(project.id))
  return (
    <Group title={t('filters.namespaces')}>
      {data?.namespaces.map(({ id, name, keyCount }) => (
        <Check
          key={id}
          label={name}
          detail={number(keyCount)}
          isChecked={search.ns?.includes(id) ?? false}
          onChange={() => setSearch({ ns: toggled(search.ns, id) })}
        />
      ))}
    </Group>
  )
}

function TraitFilter() {
  const { t } = useText()
  const { search, setSearch } = useEditor()
  return (
    <Group title={t('filters.more')}>
      {TRAITS.map((trait) => (
        <Check
          key={trait}
          label={t(`trait.${trait}`)}
          isChecked={search.is?.includes(trait) ?? false}
          onChange={() => setSearch({ is: toggled(search.is, trait) })}
        />
      ))}
    </Group>
  )
}

function toggled<T>(chosen: readonly T[] = [], item: T): T[] {
  return chosen.includes(item) ? chosen.filter((other) => other !== item) : [...chosen, item]
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <div className={styles.checks}>{children}</div>
    </fieldset>
  )
}

interface CheckProps {
  label: string
  detail?: string
  isChecked: boolean
  onChange: () => void
}

function Check({ label, detail, isChecked, onChange }: CheckProps) {
  const id = useId()
  return (
    <span className={styles.check}>
      <input id={id} type="checkbox" checked={isChecked} onChange={onChange} />
      <label htmlFor={id}>{label}</label>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </span>
  )
}
