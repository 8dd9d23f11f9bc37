import type { AnswerOf } from '@parlance/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useText } from '../../text/context.tsx'
import unseen from '../../ui/announcer.module.css'
import { PagePart } from '../../ui/page.tsx'
import { type WordsChart as Chart, wordsChart } from './words-by-day.ts'
import styles from './words-chart.module.css'

type Project = AnswerOf<'getProject'>

const DAYS = 14
/** Old changes are counted in parts, each time somebody asks. */
const ASK_AGAIN_MS = 1_000
const HEIGHT = 96
const STEP = 24
const BAR = 16

const wordsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'words'],
    queryFn: () => api.getWordsByDay({ params: { projectId }, query: { days: DAYS } }),
    refetchInterval: ({ state }) => (state.data?.isComplete === false ? ASK_AGAIN_MS : false),
  })

/** How much was written on each of the last days, by language; nothing where nobody wrote. */
export function WordsChart({ project }: { project: Project }) {
  const { t } = useText()
  const { data } = useQuery(wordsQuery(project.id))
  if (!data) return null
  const chart = wordsChart(data.days, new Date().toISOString().slice(0, 10), DAYS)
  if (chart.highest === 0) return null
  return (
    <PagePart title={t('overview.words')}>
      <div className={styles.chart}>
        <Bars chart={chart} />
        <Legend chart={chart} project={project} />
      </div>
      <ForListeners chart={chart} project={project} />
    </PagePart>
  )
}

function Bars({ chart }: { chart: Chart }) {
  const { locale, number } = useText()
  const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <svg viewBox={`${-STEP / 2} 0 ${(DAYS + 1) * STEP} ${HEIGHT + 16}`} className={styles.bars} aria-hidden>
      {chart.days.map(({ day, words, total }, index) => (
        <g key={day}>
          <title>{`${dates.format(new Date(day))}: ${number(total)}`}</title>
          <rect x={index * STEP} y={0} width={STEP} height={HEIGHT} className={styles.day} />
          <Stack words={words} x={index * STEP + (STEP - BAR) / 2} highest={chart.highest} />
          {(DAYS - 1 - index) % 4 === 0 && (
            <text x={index * STEP + STEP / 2} y={HEIGHT + 13} className={styles.date}>
              {dates.format(new Date(day))}
            </text>
          )}
        </g>
      ))}
      <line x1={0} x2={DAYS * STEP} y1={HEIGHT} y2={HEIGHT} className={styles.ground} />
    </svg>
  )
}

function Stack({ words, x, highest }: { words: readonly number[]; x: number; highest: number }) {
  let top = HEIGHT
  return words.map((count, index) => {
    const height = (count / highest) * HEIGHT
    top -= height
    // biome-ignore lint/suspicious/noArrayIndexKey: languages keep their place
    return count > 0 && <rect key={index} x={x} y={top} width={BAR} height={height} data-color={index} />
  })
}

function useNames(chart: Chart, project: Project): string[] {
  const { t, languageName } = useText()
  const named = chart.codes.map((code) =>
    languageName(project.locales.find((locale) => locale.code === code) ?? { code, name: code }),
  )
  return chart.hasOthers ? [...named, t('overview.otherLanguages')] : named
}

function Legend({ chart, project }: { chart: Chart; project: Project }) {
  const { number } = useText()
  const names = useNames(chart, project)
  return (
    <ul className={styles.legend} aria-hidden>
      {names.map((name, index) => (
        <li key={name}>
          <span className={styles.swatch} data-color={index} />
          <span>{name}</span>
          <span className={styles.count}>
            {number(chart.days.reduce((sum, { words }) => sum + (words[index] ?? 0), 0))}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The same as a table, for those who cannot see it. */
function ForListeners({ chart, project }: { chart: Chart; project: Project }) {
  const { t, locale, number } = useText()
  const names = useNames(chart, project)
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <div className={unseen.unseen}>
      <table aria-label={t('overview.words')}>
        <thead>
          <tr>
            <th scope="col">{t('overview.day')}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chart.days.map(({ day, words }) => (
            <tr key={day}>
              <th scope="row">{dates.format(new Date(day))}</th>
              {names.map((name, index) => (
                <td key={name}>{number(words[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
