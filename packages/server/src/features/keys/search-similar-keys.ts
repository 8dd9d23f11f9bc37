import { contract } from '@parlance/contract'
import { searcherOf } from '../../http/searcher.ts'
import { implement } from '../../implement.ts'
import { findSimilarKeys } from './similar-keys.ts'

export const searchSimilarKeys = implement(contract.searchSimilarKeys, (services, { access, query, reply }) =>
  findSimilarKeys(services, access, searcherOf(access, reply), query),
)
