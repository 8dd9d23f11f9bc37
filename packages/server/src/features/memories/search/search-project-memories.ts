import { contract } from '@parlance/contract'
import { assertHolds, assertLocale } from '../../../http/access.ts'
import { fault } from '../../../http/errors.ts'
import { searcherOf } from '../../../http/searcher.ts'
import { implement } from '../../../implement.ts'
import { beginSearch, finishSearch } from './search.ts'
import { searchedMemories } from './searched-memories.ts'

export const searchProjectMemories = implement(
  contract.searchProjectMemories,
  async (services, { access, body, reply }) => {
    const start = await beginSearch(
      services,
      searcherOf(access, reply),
      access.organizationId,
      searchedMemories(access.projectId),
      body,
    )
    // Before the permission: a locale that nobody has is told to anybody who sees the project.
    if (start.localeCode === null) throw fault('localeUnknown')
    assertHolds(access, 'translation_memory.view')
    assertHolds(access, 'translation.view')
    assertLocale(access, start.localeCode)
    return finishSearch(services, start)
  },
)
