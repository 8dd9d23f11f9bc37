import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useText } from '../../text/context.tsx'
import { ScreenHeading } from '../../ui/screen-heading.tsx'
import { Select } from '../../ui/select.tsx'
import { useEditor } from './editor-context.ts'
import { NewKey } from './new-key.tsx'
import { SORTS, VIEWS } from './search.ts'
import { SearchBox } from './search-box.tsx'
import styles from './tools.module.css'

/** What the list shows, and how. */
export function Tools() {
  const { t } = useText()
  const { project, locale, search, setSearch } = useEditor()
  return (
    <div className={styles.tools}>
      <ScreenHeading title={`${locale.name} · ${project.name}`} isUnseen>
        {t('editor.title', { language: locale.name, project: project.name })}
      </ScreenHeading>
      <LanguageChoice />
      <SearchBox />
      <Select
        label={t('tools.sort')}
        value={search.sort ?? 'key'}
        choices={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={(sort) => setSearch({ sort: sort === 'key' ? undefined : sort })}
      />
      <Select
        label={t('tools.view')}
        value={search.view ?? 'list'}
        choices={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
        onChange={(view) => setSearch({ view })}
      />
      <KeyCount />
      <NewKey />
    </div>
  )
}

function LanguageChoice() {
  const { t } = useText()
  const navigate = useNavigate()
  const { project, membership, locale, search } = useEditor()
  const seen = project.locales.filter(({ code }) => membership?.localeCodes?.includes(code) ?? true)
  const go = (code: string) =>
    navigate({ to: '/projects/$projectId/translate/$locale', params: { projectId: project.id, locale: code }, search })
  return (
    <Select
      label={t('tools.language')}
      value={locale.code}
      choices={seen.map(({ code, name }) => ({ value: code, label: name, detail: code }))}
      onChange={go}
    />
  )
}

function KeyCount() {
  const { t } = useText()
  const { list } = useEditor()
  const ids = useSyncExternalStore(list.subscribe, () => list.ids)
  return (
    <div role="status" aria-label={t('tools.keyCount')} className={styles.count}>
      {t('tools.keys', { count: ids.length })}
    </div>
  )
}
