import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { api } from '../../../api/client.ts'
import { useText } from '../../../text/context.tsx'
import { directionOf } from '../../../text/languages.ts'
import { useToast } from '../../../ui/toast.tsx'
import { useEditor } from '../editor-context.ts'
import own from './context.module.css'
import styles from './help-panel.module.css'
import type { KeyDetails } from './queries.ts'

type Neighbour = NonNullable<KeyDetails['context']['context']>['neighbors'][number]

/** What stood near the key on a screen. A neighbour is known by its name alone: its row is looked for when it is wanted. */
export function Neighbours({ neighbours }: { neighbours: readonly Neighbour[] }) {
  const { t } = useText()
  const { project, locale, source } = useEditor()
  const open = useOpenByName()
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('help.neighbours')}</h2>
      <ul className={styles.cards} aria-label={t('help.neighbours')}>
        {neighbours.map((neighbour) => (
          <li key={`${neighbour.namespace} ${neighbour.key} ${neighbour.role}`} className={own.neighbour}>
            <a
              className={own.keyName}
              href={`/projects/${project.id}/translate/${locale.code}?q=${encodeURIComponent(neighbour.key)}`}
              onClick={(event) => open(event, neighbour)}
            >
              {neighbour.key}
            </a>
            <span className={styles.note}>{neighbour.role}</span>
            <p lang={source.code} dir={directionOf(source.code)} className={styles.cardSource}>
              {neighbour.text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/** A plain click opens the row of a key here; any other follows the link, which searches for it. */
function useOpenByName() {
  const { t } = useText()
  const { project, rows, open } = useEditor()
  const queries = useQueryClient()
  const show = useToast()
  return async (event: MouseEvent, { key, namespace }: Neighbour) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    const found = await queries
      .fetchQuery({
        queryKey: ['help', project.id, 'named', namespace, key],
        queryFn: () =>
          api.listKeys({ params: { projectId: project.id }, query: { search: key, searchIn: ['key'], limit: 100 } }),
      })
      .then(({ data }) => data.find((row) => row.key === key && row.namespace === namespace))
      .catch(() => undefined)
    if (!found) return void show({ text: t('help.noNeighbour', { key }) })
    rows.put([found])
    open(found.id)
  }
}
