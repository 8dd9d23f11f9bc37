import { acceptInvite } from './accept-invite.ts'
import { getSession } from './get-session.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { register } from './register.ts'
import { updateMe } from './update-me.ts'

export const accountEndpoints = [register, login, logout, getSession, acceptInvite, updateMe]
