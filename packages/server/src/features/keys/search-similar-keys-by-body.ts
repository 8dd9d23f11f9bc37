import { contract } from '@parlance/contract'
import { searcherOf } from '../../http/searcher.ts'
import { implement } from '../../implement.ts'
import { findSimilarKeys } from './similar-keys.ts'

export const searchSimilarKeysByBody = implement(
  contract.searchSimilarKeysByBody,
  (services, { access, body, reply }) => findSimilarKeys(services, access, searcherOf(access, reply), body),
)
