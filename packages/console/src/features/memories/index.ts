export { MemoriesSection } from './assigned/memories-section.tsx'
