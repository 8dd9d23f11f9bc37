import { contract } from '@parlance/contract'
import { assertHolds, assertLocale } from '../../http/access.ts'
import { implement } from '../../http/implement.ts'
import { type SearchedMemory, search } from './search.ts'
import { searchedMemories } from './searched-memories.ts'
import { findLocale } from './target-locale.ts'

export const searchProjectMemories = implement(contract.searchProjectMemories, async (services, { access, body }) => {
  const { db } = services
  // Before the permission: a locale that nobody has is told to anybody who sees the project.
  const locale = await findLocale(db, access.organizationId, body.targetLocaleId)
  assertHolds(access, 'translation_memory.view')
  assertHolds(access, 'translation.view')
  assertLocale(access, locale.code)
  return search(services, await db.rows<SearchedMemory>(searchedMemories(access.projectId)), body)
})
