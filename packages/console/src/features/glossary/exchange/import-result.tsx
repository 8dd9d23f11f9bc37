import { useText } from '../../../text/context.tsx'
import { Table } from '../../../ui/table.tsx'
import styles from './exchange.module.css'
import { reasonOf } from './reasons.ts'
import type { ImportResult } from './send-file.ts'

const MOST_SHOWN = 200

/** What became of a file: counts, and each row that was refused with its reason. */
export function ImportResults({ result }: { result: ImportResult }) {
  const { t, number } = useText()
  const { imported, updated, skipped, errors } = result
  return (
    <section aria-label={t('batch.result')} className={styles.result}>
      <p>{t('glossary.imported', { imported, updated, skipped, refused: errors.length })}</p>
      {errors.length > 0 && (
        <Table label={t('glossary.refused')} columns={[t('glossary.row'), t('glossary.reason')]}>
          {errors.slice(0, MOST_SHOWN).map(({ row, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row may have several faults
            <tr key={index}>
              <th scope="row">{row === 0 ? t('glossary.wholeFile') : number(row)}</th>
              <td dir="auto">{reasonOf(message, t)}</td>
            </tr>
          ))}
        </Table>
      )}
      {errors.length > MOST_SHOWN && (
        <p className={styles.hint}>{t('batch.more', { count: errors.length - MOST_SHOWN })}</p>
      )}
    </section>
  )
}
