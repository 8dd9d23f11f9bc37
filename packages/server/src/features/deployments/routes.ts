import { deleteDeployment } from './delete-deployment.ts'
import { getTypesImpact } from './get-types-impact.ts'
import { listDeployments } from './list-deployments.ts'
import { putDeployment } from './put-deployment.ts'

export const deploymentEndpoints = [listDeployments, putDeployment, deleteDeployment, getTypesImpact]
