import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import { namespacesQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button, WideText } from '../../ui/button.tsx'
import { Checkbox, Choices } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useEditor } from './editor-context.ts'
import styles from './filters.module.css'
import { NOTHING_ASKED, STATUSES, TRAITS } from './search.ts'

/** Button "Filters" with how many there are, and its dialog. Each choice shows at once in the list behind. */
export function Filters() {
  const { t, dateTime } = useText()
  const { search, setSearch } = useEditor()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const count = [search.status, search.ns, search.is, search.since, search.ids ?? search.set].filter(
    (filter) => filter !== undefined,
  ).length
  const isClear = count === 0 && search.q === undefined
  return (
    <>
      <Button onClick={() => setIsOpen(true)} aria-describedby={count > 0 ? id : undefined}>
        <ListFilter size={16} aria-hidden />
        <WideText>{t('filters.title')}</WideText>
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
            <Button aria-disabled={isClear} onClick={() => !isClear && setSearch(NOTHING_ASKED)}>
              {t('filters.clear')}
            </Button>
            <Button kind="primary" onClick={() => setIsOpen(false)}>
              {t('filters.done')}
            </Button>
          </>
        }
      >
        <StatusFilter />
        <NamespaceFilter />
        <TraitFilter />
        {search.since && <p>{t('filters.since', { time: dateTime(search.since) })}</p>}
        {search.ids && <p>{t('filters.onlyThese', { count: search.ids.length })}</p>}
      </Dialog>
    </>
  )
}

function StatusFilter() {
  const { t } = useText()
  const { search, setSearch } = useEditor()
  return (
    <Choices label={t('list.status')}>
      {STATUSES.map((status) => (
        <Checkbox
          key={status}
          label={t(`status.${status}`)}
          checked={search.status?.includes(status) ?? false}
          onChange={() => setSearch({ status: toggled(search.status, status) })}
        />
      ))}
    </Choices>
  )
}

function NamespaceFilter() {
  const { t, number } = useText()
  const { project, search, setSearch } = useEditor()
  const { data } = useQuery(namespacesQuery(project.id))
  return (
    <Choices label={t('filters.namespaces')}>
      {data?.namespaces.map(({ id, name, keyCount }) => (
        <Checkbox
          key={id}
          label={name}
          detail={number(keyCount)}
          checked={search.ns?.includes(id) ?? false}
          onChange={() => setSearch({ ns: toggled(search.ns, id) })}
        />
      ))}
    </Choices>
  )
}

function TraitFilter() {
  const { t } = useText()
  const { search, setSearch } = useEditor()
  return (
    <Choices label={t('filters.more')}>
      {TRAITS.map((trait) => (
        <Checkbox
          key={trait}
          label={t(`trait.${trait}`)}
          checked={search.is?.includes(trait) ?? false}
          onChange={() => setSearch({ is: toggled(search.is, trait) })}
        />
      ))}
    </Choices>
  )
}

function toggled<T>(chosen: readonly T[] = [], item: T): T[] {
  return chosen.includes(item) ? chosen.filter((other) => other !== item) : [...chosen, item]
}
