export { lockKey } from './key.ts'
export { assertRoomForKeys, takeTurnOfPlan } from './plan-limit.ts'
