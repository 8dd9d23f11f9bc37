import { Link } from '@tanstack/react-router'
import { Download, Keyboard, RefreshCw } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { may } from '../../api/session.ts'
import { stringifySearch } from '../../search-params.ts'
import { useText } from '../../text/context.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ScreenHeading } from '../../ui/screen-heading.tsx'
import { Select } from '../../ui/select.tsx'
import { DraftsButton } from './drafts-dialog.tsx'
import { useEditor } from './editor-context.ts'
import { Filters } from './filters.tsx'
import { LanguageChoice, LanguagesChoice } from './language-choice.tsx'
import { NewKey } from './new-key.tsx'
import { isAsked, SORTS, VIEWS, type View } from './search.ts'
import { SearchBox } from './search-box.tsx'
import styles from './tools.module.css'

interface ToolsProps {
  view: View
  onShortcuts: () => void
  /** On a narrow screen help comes up as a sheet. */
  sheet: { isOpen: boolean; onToggle: () => void } | undefined
}

/** What the list shows, and how. */
export function Tools({ view, onShortcuts, sheet }: ToolsProps) {
  const { t, languageName, languageTitle } = useText()
  const { project, locale, search, setSearch } = useEditor()
  return (
    <div className={styles.tools} data-area="tools">
      <ScreenHeading title={`${languageTitle(locale)} · ${project.name}`} isUnseen>
        {t('editor.title', { language: languageName(locale), project: project.name })}
      </ScreenHeading>
      <LanguageChoice />
      <SearchBox />
      <Filters />
      <Select
        label={t('tools.sort')}
        value={search.sort ?? 'key'}
        choices={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={(sort) => setSearch({ sort: sort === 'key' ? undefined : sort })}
      />
      <Select
        label={t('tools.view')}
        value={view}
        choices={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
        onChange={(chosen) => setSearch({ view: chosen })}
      />
      {view === 'languages' && <LanguagesChoice />}
      <KeyCount />
      <NewKeys />
      <DraftsButton />
      <div className={styles.end}>
        {sheet && (
          <Button aria-expanded={sheet.isOpen} onClick={sheet.onToggle}>
            {t('tools.help')}
          </Button>
        )}
        <NewKey />
        <ExportShown />
        <IconButton label={t('shortcuts.title')} className={styles.shortcuts} onClick={onShortcuts}>
          <Keyboard size={16} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

/** The way to files of what the list shows. */
function ExportShown() {
  const { t } = useText()
  const { project, membership, locale, search } = useEditor()
  if (!may(membership, 'project.export')) return null
  const { key: _, tab: __, view: ___, with: ____, ...asked } = search
  const filter = isAsked(search) ? { filter: stringifySearch({ ...asked }).slice(1), in: locale.code } : {}
  return (
    <Link
      to="/projects/$projectId/export"
      params={{ projectId: project.id }}
      search={{ languages: [locale.code], ...filter }}
      aria-label={t('tools.export')}
      title={t('tools.export')}
      className={classNames(buttonClass('quiet'), styles.shortcuts)}
    >
      <Download size={16} aria-hidden />
    </Link>
  )
}

function KeyCount() {
  const { t } = useText()
  const { list } = useEditor()
  const count = useSyncExternalStore(list.subscribe, () => list.count)
  return (
    <div role="status" aria-label={t('tools.keyCount')} className={styles.count}>
      {t('tools.keys', { count })}
    </div>
  )
}

/** Keys that others have created: they come into the list when somebody asks for them. */
function NewKeys() {
  const { t } = useText()
  const { list } = useEditor()
  const count = useSyncExternalStore(list.subscribe, () => list.newCount)
  if (count === 0) return null
  return (
    <Button onClick={() => list.refresh()}>
      <RefreshCw size={14} aria-hidden />
      {t('tools.newKeys', { count })}
    </Button>
  )
}
