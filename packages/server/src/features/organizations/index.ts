export { insertOrganization } from './organization.ts'
export { ensureLocales, findLocales } from './organization-locales.ts'
export { allowedLocales, localesOfIds } from './sent-locales.ts'
