import { grantNewPassword } from './features/accounts/own-reset-link.ts'
import { accountSweeps } from './features/accounts/sweep.ts'
import { activitySweeps } from './features/activity/sweep.ts'
import { auditSweeps } from './features/audit/sweep.ts'
import { DEPLOY_JOB, deployJob } from './features/cdn/deploy-job.ts'
import { cdnSweeps } from './features/cdn/sweep.ts'
import { Checker } from './features/checks/follow/checker.ts'
import { checkSweeps } from './features/checks/sweep.ts'
import { identitySweeps } from './features/identities/sweep.ts'
import { importSweeps } from './features/import/sweep.ts'
import { TRANSLATION_JOB, translationJob } from './features/machine-translation/translation-job.ts'
import { Populator } from './features/memories/populate/populator.ts'
import { organizationSweeps } from './features/organizations/sweep.ts'
import { passkeySweeps } from './features/passkeys/sweep.ts'
import { secondFactorSweeps } from './features/second-factor/sweep.ts'
import { deliverySweeps } from './features/webhooks/deliveries/sweep.ts'
import { Deliverer } from './features/webhooks/sending/deliver.ts'
import { JobRunner } from './jobs/runner.ts'
import { Mailer } from './mail/mailer.ts'
import { mailSweeps } from './mail/sweep.ts'
import { Resealer } from './resealer.ts'
import { SearchLists } from './search-lists.ts'
import type { Services } from './services.ts'
import { Sweeper } from './sweeper.ts'

/** What goes on beside the requests. Each of these may run in any number of processes. */
export function startWorkers(services: Services): { close(): Promise<void> } {
  const workers = [
    new Deliverer(services),
    new JobRunner(services, { [DEPLOY_JOB]: deployJob, [TRANSLATION_JOB]: translationJob }),
    new Sweeper(services, [
      ...cdnSweeps,
      ...importSweeps,
      ...auditSweeps,
      ...accountSweeps,
      ...identitySweeps,
      ...secondFactorSweeps,
      ...passkeySweeps,
      ...activitySweeps,
      ...deliverySweeps,
      ...mailSweeps,
      ...checkSweeps,
      ...organizationSweeps,
    ]),
    new Mailer(services, { password_reset: grantNewPassword }),
    new Populator(services),
    new Checker(services),
    new Resealer(services),
    new SearchLists(services),
  ]
  return {
    async close() {
      await Promise.all(workers.map((worker) => worker.close()))
    },
  }
}
