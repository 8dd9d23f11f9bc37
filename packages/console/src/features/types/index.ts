export { TypesSection } from './types-section.tsx'
