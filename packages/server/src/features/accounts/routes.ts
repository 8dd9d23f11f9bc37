import { acceptInvite } from './accept-invite.ts'
import { deleteOtherSessions } from './delete-other-sessions.ts'
import { deleteSession } from './delete-session.ts'
import { forgotPassword } from './forgot-password.ts'
import { getInvite } from './get-invite.ts'
import { getPreferences } from './get-preferences.ts'
import { getSession } from './get-session.ts'
import { listSessions } from './list-sessions.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { putPreferences } from './put-preferences.ts'
import { register } from './register.ts'
import { resetPassword } from './reset-password.ts'
import { updateMe } from './update-me.ts'

export const accountEndpoints = [
  register,
  login,
  logout,
  getSession,
  acceptInvite,
  getInvite,
  forgotPassword,
  resetPassword,
  updateMe,
  listSessions,
  deleteSession,
  deleteOtherSessions,
  getPreferences,
  putPreferences,
]
