export { assertRoomForKeys } from './plan-limit.ts'
