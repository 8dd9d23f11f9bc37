import { api } from '../../api/client.ts'
import type { Drafts, Saves, Selection } from './editor-context.ts'
import { createList, type LoadedList } from './list.ts'
import { createRows, type LoadedRows } from './rows.ts'
import { createSelection } from './selection/selection.ts'
import { standInDrafts, standInSaves } from './stand-ins.ts'

/** What lives as long as somebody works on a project, whatever language and filter they change to. */
export interface Services {
  rows: LoadedRows
  list: LoadedList
  drafts: Drafts
  saves: Saves
  selection: Selection
}

export function createServices(projectId: number): Services {
  const params = { projectId }
  let spoken: readonly string[] = []
  const rows = createRows(async (keyIds, locales) => {
    const query = { keyIds: [...keyIds], localeCodes: [...locales], limit: 100, includeIssues: true }
    return (await api.listKeys({ params, query })).data
  })
  const list = createList(
    {
      ids: async (query, signal) => (await api.listKeyIds({ params, query, signal })).ids,
      first: async (query, signal) => {
        // With a filter about values the languages of the filter are those of the answer, too.
        const localeCodes = query.localeCodes ?? [...spoken]
        if (localeCodes.join() !== spoken.join()) return []
        return (
          await api.listKeys({ params, query: { ...query, localeCodes, limit: 100, includeIssues: true }, signal })
        ).data
      },
    },
    rows.put,
  )
  return {
    rows: {
      ...rows,
      speak: (locales) => {
        spoken = locales
        rows.speak(locales)
      },
    },
    list,
    drafts: standInDrafts(),
    saves: standInSaves(),
    selection: createSelection(),
  }
}
