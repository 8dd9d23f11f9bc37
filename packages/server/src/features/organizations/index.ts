export { insertOrganization } from './organization.ts'
export { ensureLocales } from './organization-locales.ts'
