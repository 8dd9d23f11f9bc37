import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { countWords } from './count-words.ts'

interface DayRow {
  day: string
  code: string
  words: number
  values: number
}

export const getWordsByDay = implement(contract.getWordsByDay, async ({ db, clock }, { access, query }) => {
  const { projectId, localeCodes } = access
  const isComplete = await transaction(db, (tx) => countWords(tx, projectId, clock.now()))
  const rows = await db.rows<DayRow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, locale as code, words, texts as values
    from written_words
    where project_id = ${projectId}
      and day > (${clock.now()}::timestamptz at time zone 'UTC')::date - ${query.days ?? 14}::int
      and (${localeCodes}::text[] is null or locale = any(${localeCodes}::text[]))
    order by day, words desc, locale`)
  const days = Map.groupBy(rows, ({ day }) => day)
  return {
    days: [...days].map(([day, locales]) => ({ day, locales: locales.map(({ day: _, ...locale }) => locale) })),
    isComplete,
  }
})
