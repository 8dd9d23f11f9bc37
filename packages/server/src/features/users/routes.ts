import { listUsers } from './list-users.ts'
import { updateUser } from './update-user.ts'

export const userEndpoints = [listUsers, updateUser]
