import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { findQa } from './qa.ts'

export const getQa = implement(contract.getQa, ({ db }, { access }) => findQa(db, access))
