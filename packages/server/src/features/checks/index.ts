export { readCheckSettings, severityOf } from './settings.ts'
