import { countKeys } from './count-keys.ts'
import { createKey } from './create-key.ts'
import { deleteKey } from './delete-key.ts'
import { dropKey } from './drop-key.ts'
import { getFormatData } from './get-format-data.ts'
import { getKey } from './get-key.ts'
import { getKeyById } from './get-key-by-id.ts'
import { getTypes } from './get-types.ts'
import { listDeletedKeys } from './list-deleted-keys.ts'
import { listKeyIds } from './list-key-ids.ts'
import { listKeys } from './list-keys.ts'
import { listTypes } from './list-types.ts'
import { pushKey } from './push-key.ts'
import { putFormatData } from './put-format-data.ts'
import { restoreKey } from './restore-key.ts'
import { searchSimilarKeys } from './search-similar-keys.ts'
import { searchSimilarKeysByBody } from './search-similar-keys-by-body.ts'
import { updateKey } from './update-key.ts'

export const keyEndpoints = [
  listKeys,
  getKey,
  pushKey,
  dropKey,
  createKey,
  updateKey,
  deleteKey,
  restoreKey,
  listDeletedKeys,
  listKeyIds,
  countKeys,
  getKeyById,
  getFormatData,
  putFormatData,
  searchSimilarKeys,
  searchSimilarKeysByBody,
  getTypes,
  listTypes,
]
