export { announceSwitch } from './publications.ts'
