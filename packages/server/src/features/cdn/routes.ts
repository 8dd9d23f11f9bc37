import { deployCdn } from './deploy-cdn.ts'
import { getCdn } from './get-cdn.ts'
import { listDeploys } from './list-deploys.ts'
import { publishDeploy } from './publish-deploy.ts'

export const cdnEndpoints = [deployCdn, getCdn, listDeploys, publishDeploy]
