export { JobsButton } from './jobs-button.tsx'
