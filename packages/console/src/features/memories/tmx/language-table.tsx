import { useText } from '../../../text/context.tsx'
import { Select } from '../../../ui/select.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Locale } from '../queries.ts'
import type { LanguageMapping } from './language-mapping.ts'
import type { ReadTmx } from './read-tmx.ts'

interface LanguageTableProps {
  file: ReadTmx
  /** The language of the memory's source texts. */
  source: string
  locales: readonly Locale[]
  mapping: LanguageMapping
  onChange: (mapping: LanguageMapping) => void
}

/** Which language of the organization each of a file is. */
export function LanguageTable({ file, source, locales, mapping, onChange }: LanguageTableProps) {
  const { t, languageTitle } = useText()
  const rows = [
    { language: file.source, among: locales.filter(({ code }) => code === source), isSource: true },
    ...file.targets.map((language) => ({ language, among: locales, isSource: false })),
  ]
  return (
    <Table label={t('memories.languages')} columns={[t('memories.languageOfFile'), t('memories.languageHere')]}>
      {rows.map(({ language, among, isSource }) => (
        <tr key={language}>
          <th scope="row">{isSource ? t('memories.isSource', { code: language }) : language}</th>
          <td>
            <Select
              label={t('memories.languageOf', { code: language })}
              value={mapping[language] ?? ''}
              choices={[
                { value: '', label: t('memories.leaveOut') },
                ...among.map((locale) => ({ value: locale.code, label: languageTitle(locale), detail: locale.code })),
              ]}
              onChange={(code) => onChange({ ...mapping, [language]: code || null })}
            />
          </td>
        </tr>
      ))}
    </Table>
  )
}
