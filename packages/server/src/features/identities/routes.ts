import { beginIdentityLink } from './begin-identity-link.ts'
import { beginProviderSignIn } from './begin-provider-sign-in.ts'
import { completeProviderSignIn } from './complete-provider-sign-in.ts'
import { deleteIdentity } from './delete-identity.ts'
import { listIdentities } from './list-identities.ts'

export const identityEndpoints = [
  beginProviderSignIn,
  beginIdentityLink,
  completeProviderSignIn,
  listIdentities,
  deleteIdentity,
]
