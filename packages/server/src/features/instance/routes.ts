import { getInstance } from './get-instance.ts'

export const instanceEndpoints = [getInstance]
