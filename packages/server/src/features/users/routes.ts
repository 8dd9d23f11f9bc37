import { deleteUserFactors } from './delete-user-factors.ts'
import { listUsers } from './list-users.ts'
import { updateUser } from './update-user.ts'

export const userEndpoints = [listUsers, updateUser, deleteUserFactors]
