import { accountRoutes } from './routes/accounts.ts'
import { activityRoutes } from './routes/activity.ts'
import { auditRoutes } from './routes/audit.ts'
import { batchRoutes } from './routes/batch.ts'
import { cdnRoutes } from './routes/cdn.ts'
import { checkRoutes } from './routes/checks.ts'
import { commentRoutes } from './routes/comments.ts'
import { contextRoutes } from './routes/context.ts'
import { deploymentRoutes } from './routes/deployments.ts'
import { exportRoutes } from './routes/export.ts'
import { formatRoutes } from './routes/formats.ts'
import { glossaryRoutes } from './routes/glossary.ts'
import { identityRoutes } from './routes/identities.ts'
import { importRoutes } from './routes/import.ts'
import { instanceRoutes } from './routes/instance.ts'
import { keyRoutes } from './routes/keys.ts'
import { machineTranslationRoutes } from './routes/machine-translation.ts'
import { memoryRoutes } from './routes/memories.ts'
import { organizationRoutes } from './routes/organizations.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { projectRoutes } from './routes/projects.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { streamRoutes } from './routes/stream.ts'
import { translationRoutes } from './routes/translations.ts'
import { userRoutes } from './routes/users.ts'
import { webhookRoutes } from './routes/webhooks.ts'

/** The whole API. The name of an entry is its operationId, its file, its test and its method in clients. */
export const contract = {
  ...instanceRoutes,
  ...accountRoutes,
  ...identityRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...userRoutes,
  ...organizationRoutes,
  ...auditRoutes,
  ...projectRoutes,
  ...keyRoutes,
  ...deploymentRoutes,
  ...translationRoutes,
  ...batchRoutes,
  ...formatRoutes,
  ...exportRoutes,
  ...importRoutes,
  ...commentRoutes,
  ...contextRoutes,
  ...activityRoutes,
  ...checkRoutes,
  ...glossaryRoutes,
  ...streamRoutes,
  ...webhookRoutes,
  ...cdnRoutes,
  ...memoryRoutes,
  ...machineTranslationRoutes,
}

export type Contract = typeof contract
export type RouteName = keyof Contract
