import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { findProjectLocales } from './project-locales.ts'

export const listProjectLocales = implement(contract.listProjectLocales, async ({ db }, { access }) => ({
  locales: await findProjectLocales(db, access.projectId),
}))
