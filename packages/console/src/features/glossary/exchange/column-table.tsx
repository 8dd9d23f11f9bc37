import { useText } from '../../../text/context.tsx'
import { Select } from '../../../ui/select.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Locale } from '../term-form.ts'
import { COLUMNS, type ColumnUse } from './columns.ts'
import styles from './exchange.module.css'
import type { GlossaryFile } from './read-file.ts'

interface ColumnTableProps {
  file: Extract<GlossaryFile, { kind: 'csv' }>
  uses: readonly ColumnUse[]
  onChange: (uses: ColumnUse[]) => void
  locales: readonly Locale[]
}

const ROWS_SHOWN = 3

/** What each column of a file is, with what stands in its first rows. */
export function ColumnTable({ file: { header, rows }, uses, onChange, locales }: ColumnTableProps) {
  const { t, languageName } = useText()
  const choices = [
    { value: 'none', label: t('glossary.column.none') },
    ...locales.map((locale) => ({
      value: `in:${locale.code}`,
      label: t('glossary.column.in', { language: languageName(locale) }),
    })),
    ...COLUMNS.map((column) => ({ value: column, label: t(`glossary.column.${column}`) })),
  ] as { value: ColumnUse; label: string }[]
  return (
    <Table
      label={t('glossary.columns')}
      columns={[t('glossary.columnOfFile'), t('glossary.columnUse'), t('glossary.firstRows')]}
    >
      {header.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have one name
        <tr key={at}>
          <th scope="row" dir="auto">
            {name}
          </th>
          <td>
            <Select
              label={t('glossary.useOf', { name })}
              value={uses[at] ?? 'none'}
              choices={choices}
              onChange={(use) => onChange(changed(uses, at, use))}
            />
          </td>
          <td>
            <ul className={styles.samples}>
              {rows.slice(0, ROWS_SHOWN).map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name than their place
                <li key={index} dir="auto">
                  {row[at] || '–'}
                </li>
              ))}
            </ul>
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** A use has one column: whichever had it before has none. */
const changed = (uses: readonly ColumnUse[], at: number, use: ColumnUse): ColumnUse[] =>
  uses.map((other, index) => (index === at ? use : other === use ? 'none' : other))
