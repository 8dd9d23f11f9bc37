export { withOwner } from './assertion.ts'
