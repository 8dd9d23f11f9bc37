import { limits } from '@parlance/contract'
import { wrongField } from '../../http/errors.ts'

export interface DeploymentRow {
  name: string
  keys: number
  updatedAt: Date
}

export const presentDeployment = ({ updatedAt, ...deployment }: DeploymentRow) => ({
  ...deployment,
  updatedAt: updatedAt.toISOString(),
})

/** The name in a path is any text until somebody looks at it. */
export function assertName(name: string): void {
  if (Array.from(name).length > limits.deploymentName || name.includes('\0'))
    throw wrongField('name', `\`name\` must be a text of at most ${limits.deploymentName} characters.`)
}
