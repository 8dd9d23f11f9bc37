import { beginSecondFactor } from './begin-second-factor.ts'
import { completeLogin } from './complete-login.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { createSecondFactor } from './create-second-factor.ts'
import { deleteSecondFactor } from './delete-second-factor.ts'
import { getSecondFactor } from './get-second-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'

export const secondFactorEndpoints = [
  completeLogin,
  confirmIdentity,
  getSecondFactor,
  beginSecondFactor,
  createSecondFactor,
  deleteSecondFactor,
  renewRecoveryCodes,
]
