import { beginPasskey } from './begin-passkey.ts'
import { beginPasskeyLogin } from './begin-passkey-login.ts'
import { createPasskey } from './create-passkey.ts'
import { deletePasskey } from './delete-passkey.ts'
import { listPasskeys } from './list-passkeys.ts'
import { loginWithPasskey } from './login-with-passkey.ts'
import { updatePasskey } from './update-passkey.ts'

export const passkeyEndpoints = [
  beginPasskeyLogin,
  loginWithPasskey,
  listPasskeys,
  beginPasskey,
  createPasskey,
  updatePasskey,
  deletePasskey,
]
