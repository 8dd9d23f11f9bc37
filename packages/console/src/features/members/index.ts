export { LeaveQuestion } from './removal.tsx'
