import { deployCdn } from './deploy-cdn.ts'

export const cdnEndpoints = [deployCdn]
