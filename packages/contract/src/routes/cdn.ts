import Type from 'typebox'
import { project } from '../access.ts'
import { routes } from '../route.ts'

export const cdnRoutes = routes('CDN publishing', {
  deployCdn: {
    method: 'POST',
    path: '/projects/{projectId}/cdn/deploy',
    summary: 'Publish the files of a project; the stream tells when they are out',
    access: project('project.manage', { sessionOnly: true, unrestricted: true }),
    responses: {
      202: Type.Object({
        success: Type.Boolean(),
        filesDeployed: Type.Integer({ description: '0: the files are built after the answer.' }),
        message: Type.String(),
      }),
    },
    errors: ['tooManyDeploys'],
  },
})
