export { type Deployment, deploymentsQuery } from './deployments-query.ts'
export { MissedKeys, useMissedKeys } from './missed-keys.tsx'
export { TextImpact } from './text-impact.tsx'
