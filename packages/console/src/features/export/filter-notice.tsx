import { Link } from '@tanstack/react-router'
import { parseSearch } from '../../search-params.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { readSearch } from '../translate/index.ts'
import styles from './export.module.css'
import type { ExportSearch } from './export-search.ts'

interface FilterNoticeProps {
  projectId: number
  search: ExportSearch
  /** Undefined until it is known. */
  count: number | undefined
  onForget: () => void
}

/** That only what the editor showed is exported, and how to get all. */
export function FilterNotice({ projectId, search: { filter = '', in: locale }, count, onForget }: FilterNoticeProps) {
  const { t } = useText()
  return (
    <div className={styles.notice}>
      <p>{count === undefined ? t('ui.loading') : t('export.filtered', { count })}</p>
      {locale !== undefined && (
        <Link
          to="/projects/$projectId/translate/$locale"
          params={{ projectId, locale }}
          search={readSearch(parseSearch(filter))}
        >
          {t('export.showFiltered')}
        </Link>
      )}
      <Button onClick={onForget}>{t('export.forgetFilter')}</Button>
    </div>
  )
}
