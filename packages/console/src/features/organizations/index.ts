export { OrganizationScreen } from './organization.tsx'
export { ReadOnlyBanner } from './read-only-banner.tsx'
