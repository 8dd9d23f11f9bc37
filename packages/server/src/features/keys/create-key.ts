import { contract } from '@parlance/contract'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { reviewGate } from '../checks/index.ts'
import { ensureNamespace } from '../projects/index.ts'
import { allWritten, writeValues } from '../translations/index.ts'
import { insertKey } from './insert-key.ts'
import { presentKey } from './key.ts'
import { assertRoomForKeys, takeTurnOfPlan } from './plan-limit.ts'
import { resolveSentValues } from './sent-values.ts'

export const createKey = implement(contract.createKey, (services, { access, body }) =>
  transaction(services.db, async (tx) => {
    const sent = await resolveSentValues(tx, access, body.translations)
    await takeTurnOfPlan(tx, access)
    const namespace = await ensureNamespace(tx, access.by, body)
    const key = await insertKey(tx, access.by, namespace, body)
    if (!key) throw fault('keyExists')
    // It counts with the commit, so this is asked of those that were there before.
    await assertRoomForKeys(tx, access, 1)
    const names = { keyId: key.id, key: key.key, namespace: namespace.name }
    const values = sent.map((value) => ({ ...names, ...value }))
    const written = allWritten(await writeValues(tx, access.by, values, reviewGate(services, access)))
    return presentKey(
      key,
      written.map((value, at) => ({ ...value, locale: sent[at]?.locale ?? '' })),
    )
  }),
)
