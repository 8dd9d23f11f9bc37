import { contract } from '@parlance/contract'
import { transaction } from '../../db/transaction.ts'
import { namedLocale } from '../../http/access.ts'
import { answer, implement } from '../../implement.ts'
import { ensureLocales, presentLocale } from './organization-locales.ts'

export const createOrganizationLocale = implement(contract.createOrganizationLocale, ({ db }, { access, body }) => {
  const code = namedLocale(access, body.code)
  return transaction(db, async (tx) => {
    const [locale] = await ensureLocales(tx, access.organizationId, [code], body.name)
    if (!locale) throw new Error('A locale came back without a row')
    return answer(locale.isNew ? 201 : 200, presentLocale(locale))
  })
})
