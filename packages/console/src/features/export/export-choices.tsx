import type { AnswerOf } from '@parlance/sdk'
import { useText } from '../../text/context.tsx'
import { Checkbox, Choices, Radio } from '../../ui/choice.tsx'
import { LabelledSelect } from '../../ui/labelled-select.tsx'
import styles from './export.module.css'
import { EXPORT_FORMATS, exportFormat } from './export-formats.ts'
import { type ExportSearch, PLACEHOLDERS, STATUSES, STRUCTURES, STYLES } from './export-search.ts'

type Project = AnswerOf<'getProject'>

interface ExportChoicesProps {
  search: ExportSearch
  locales: readonly Project['locales'][number][]
  namespaces: AnswerOf<'listNamespaces'>['namespaces']
  onChange: (patch: { [Name in keyof ExportSearch]: ExportSearch[Name] | undefined }) => void
}

/** What goes into the files, and how they are written. */
export function ExportChoices({ search, locales, namespaces, onChange }: ExportChoicesProps) {
  const { t, number, languageTitle } = useText()
  return (
    <div className={styles.column}>
      <p className={styles.hint}>{t('export.noneIsAll')}</p>
      <Choices label={t('batch.languages')}>
        {locales.map(({ code, name }) => (
          <Checkbox
            key={code}
            label={languageTitle({ code, name })}
            detail={code}
            checked={search.languages?.includes(code) ?? false}
            onChange={() => onChange({ languages: toggled(search.languages, code) })}
          />
        ))}
      </Choices>
      {namespaces.length > 1 && (
        <Choices label={t('filters.namespaces')}>
          {namespaces.map(({ id, name, keyCount }) => (
            <Checkbox
              key={id}
              label={name}
              detail={number(keyCount)}
              checked={search.ns?.includes(id) ?? false}
              onChange={() => onChange({ ns: toggled(search.ns, id) })}
            />
          ))}
        </Choices>
      )}
      <Choices label={t('list.status')}>
        {STATUSES.map((status) => (
          <Checkbox
            key={status}
            label={t(`status.${status}`)}
            checked={search.status?.includes(status) ?? false}
            onChange={() => onChange({ status: toggled(search.status, status) })}
          />
        ))}
      </Choices>
      <Shape search={search} onChange={onChange} />
    </div>
  )
}

function Shape({ search, onChange }: Pick<ExportChoicesProps, 'search' | 'onChange'>) {
  const { t } = useText()
  const { converts = false, hasShape = true } = exportFormat(search.format) ?? {}
  const usual = converts ? 'convert' : 'keep'
  return (
    <>
      <LabelledSelect
        label={t('export.format')}
        value={search.format ?? 'json'}
        choices={EXPORT_FORMATS.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(chosen) => onChange({ format: chosen === 'json' ? undefined : chosen, placeholders: undefined })}
      />
      <Choices label={t('export.placeholders')}>
        {PLACEHOLDERS.map((way) => (
          <Radio
            key={way}
            name="placeholders"
            label={t(`export.placeholders.${way}`)}
            checked={(search.placeholders ?? usual) === way}
            onChange={() => onChange({ placeholders: way === usual ? undefined : way })}
          />
        ))}
      </Choices>
      {hasShape && <Layout search={search} onChange={onChange} />}
      <Checkbox
        label={t('export.includeEmpty')}
        checked={search.empty === 'yes'}
        onChange={(isChosen) => onChange({ empty: isChosen ? 'yes' : undefined })}
      />
    </>
  )
}

function Layout({ search, onChange }: Pick<ExportChoicesProps, 'search' | 'onChange'>) {
  const { t } = useText()
  return (
    <>
      <Choices label={t('export.structure')}>
        {STRUCTURES.map((structure) => (
          <Radio
            key={structure}
            name="structure"
            label={t(`export.${structure}`)}
            checked={(search.structure ?? 'flat') === structure}
            onChange={() => onChange({ structure: structure === 'flat' ? undefined : structure })}
          />
        ))}
      </Choices>
      <Choices label={t('export.style')}>
        {STYLES.map((style) => (
          <Radio
            key={style}
            name="style"
            label={t(`export.${style}`)}
            checked={(search.style ?? 'pretty') === style}
            onChange={() => onChange({ style: style === 'pretty' ? undefined : style })}
          />
        ))}
      </Choices>
    </>
  )
}

const toggled = <T,>(chosen: readonly T[] = [], item: T): T[] =>
  chosen.includes(item) ? chosen.filter((other) => other !== item) : [...chosen, item]
