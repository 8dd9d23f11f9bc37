import type { Services } from '../../services.ts'
import type { Sweep } from '../../sweeper.ts'
import { forgetOldAnswers } from './idempotency.ts'
import { forgetOldProgress } from './progress.ts'
import { forgetOldSessions } from './session.ts'

/** What nobody can commit, ask for again or follow any more. New imports remove some of it; here the rest goes. */
export const importSweeps: Sweep[] = [
  { step: removeSessions, trouble: 'expired imports could not be removed' },
  { step: ({ db, clock }) => forgetOldAnswers(db, clock.now()), trouble: 'answers to imports could not be removed' },
  { step: ({ db, clock }) => forgetOldProgress(db, clock.now()), trouble: 'progress of imports could not be removed' },
]

async function removeSessions({ db, clock }: Services, patience: AbortSignal): Promise<void> {
  do patience.throwIfAborted()
  while ((await forgetOldSessions(db, clock.now())) > 0)
}
