import { contract } from '@parlance/contract'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { lockKey } from '../keys/index.ts'
import { codeOnProject, findProjectLocales, localesAmong } from '../projects/index.ts'
import { insertComment } from './insert-comment.ts'

export const createKeyComment = implement(
  contract.createKeyComment,
  async ({ db, config }, { access, params, body }) => {
    const { text, locale = null, mentions = [] } = body
    const code = locale === null ? null : codeOnProject(access, locale)
    return transaction(db, async (tx) => {
      const { id: keyId, key, namespace } = await lockKey(tx, access.projectId, params.keyId)
      const localeId = code === null ? null : await localeIdOf(tx, access.projectId, code)
      return insertComment(tx, access, config.quotas, { keyId, key, namespace, localeId }, { text, mentions })
    })
  },
)

async function localeIdOf(tx: Transaction, projectId: number, code: string): Promise<number> {
  const [locale] = localesAmong(await findProjectLocales(tx, projectId), [code])
  return locale.id
}
