export { showing } from './selection/kept-keys.ts'
