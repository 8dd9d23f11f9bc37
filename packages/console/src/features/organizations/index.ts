export { ReadOnlyBanner } from './read-only-banner.tsx'
