import { contract } from '@parlance/contract'
import { implement } from '../../http/implement.ts'
import { findMemory } from './memory.ts'
import { search } from './search.ts'
import { findAllowedLocale } from './target-locale.ts'

export const searchMemory = implement(contract.searchMemory, async (services, { access, params, body }) => {
  const { db } = services
  await findAllowedLocale(db, access, body.targetLocaleId)
  const { id, name } = await findMemory(db, params.tmId)
  return search(services, [{ id, name, priority: 0, penalty: 0 }], body)
})
