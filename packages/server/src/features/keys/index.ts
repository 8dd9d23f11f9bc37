export { countFormatData, formatDataVersion } from './format-data-version.ts'
export { lockKey } from './key.ts'
export { assertRoomForKeys, takeTurnOfPlan } from './plan-limit.ts'
