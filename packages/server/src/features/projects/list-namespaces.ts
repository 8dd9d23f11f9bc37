import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { findNamespaces } from './namespace.ts'

export const listNamespaces = implement(contract.listNamespaces, async ({ db }, { access }) => ({
  namespaces: await findNamespaces(db, access.projectId),
}))
