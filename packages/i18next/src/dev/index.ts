export { type DevOptions, devMiddleware } from './middleware.ts'
