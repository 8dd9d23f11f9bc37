import { api } from '../../api/client.ts'
import { may } from '../../api/session.ts'
import type { Editor } from './editor-context.ts'
import { listQuery } from './list.ts'
import type { Status } from './search.ts'

/** Opens the row after or before the open one; deleted ones are passed over. False at the end of the list. */
export function stepFrom({ list, rows, open }: Editor, from: number | undefined, by: 1 | -1): boolean {
  for (let index = startOf(list, from) + by; index >= 0 && index < list.ids.length; index += by) {
    const keyId = list.ids[index]
    if (keyId === undefined || rows.isGone(keyId)) continue
    open(keyId)
    return true
  }
  return false
}

/** Without an open row the first is next. */
const startOf = (list: Editor['list'], from: number | undefined) => (from === undefined ? -1 : list.indexOf(from))

/** What there is to do: for those who may not review, translating. */
export const workStatuses = ({ membership }: Pick<Editor, 'membership'>): readonly Status[] =>
  may(membership, 'translation.review') ? ['not_translated', 'not_reviewed'] : ['not_translated']

/** Opens the next row that needs work. Rows that are loaded tell it themselves; for those behind, the service is asked. */
export async function nextToWork(editor: Editor, from: number | undefined): Promise<boolean> {
  const { list, rows, locale, open } = editor
  const statuses = workStatuses(editor)
  const start = startOf(list, from) + 1
  for (let index = start; index < list.ids.length; index += 1) {
    const keyId = list.ids[index] as number
    const row = rows.get(keyId)
    if (!row) return nextAsked(editor, index)
    if (rows.isGone(keyId) || !statuses.includes(row.translations[locale.code]?.status ?? 'not_translated')) continue
    open(keyId)
    return true
  }
  return false
}

async function nextAsked(editor: Editor, start: number): Promise<boolean> {
  const { list, locale, project, search, open } = editor
  const query = { ...listQuery(search, [locale.code]).filter, statuses: [...workStatuses(editor)] }
  const { ids } = await api.listKeyIds({
    params: { projectId: project.id },
    query: { ...query, localeCodes: [locale.code] },
  })
  const wanted = new Set(ids)
  const found = list.ids.slice(start).find((keyId) => wanted.has(keyId))
  if (found !== undefined) open(found)
  return found !== undefined
}
