import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { findLocales, presentLocale } from './organization-locales.ts'

export const listOrganizationLocales = implement(contract.listOrganizationLocales, async ({ db }, { access }) => {
  const locales = await findLocales(db, access.organizationId)
  return { locales: locales.map(presentLocale) }
})
