export { assertRoomForKeys, takeTurnOfPlan } from './plan-limit.ts'
