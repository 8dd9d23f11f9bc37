export { compareCodePoints } from './code-points.ts'
