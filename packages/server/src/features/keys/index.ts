export { assertRoomForKeys, takeTurn } from './plan-limit.ts'
