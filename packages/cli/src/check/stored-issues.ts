import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf } from '@parlance/sdk'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output/output.ts'
import { Failure } from '../problem.ts'
import type { Service } from '../service/service.ts'
import type { StoredIssue } from './issue.ts'

export type Qa = AnswerOf<'getQa'>

/** What was written a moment ago may not have been looked at yet. */
export async function untilChecked({ client, params }: Service, patience: number, output: Output): Promise<Qa> {
  const end = Date.now() + patience
  for (let wait = 100; ; wait = Math.min(wait * 2, 2000)) {
    const qa = await client.getQa({ params })
    if (qa.state === 'ready') return qa
    if (Date.now() + wait > end) {
      const message = `The service is still looking at ${qa.pending} values. Try again later, or with a longer --timeout.`
      throw new Failure({ exitCode: exitCodes.notReached, code: 'CHECKING', message })
    }
    output.step(`Waiting for ${qa.pending} values to be looked at`)
    await sleep(wait)
  }
}

/** Page by page: as many as a project has. */
export async function storedIssues(
  { client, params }: Service,
  localeCodes: readonly string[],
  output: Output,
): Promise<StoredIssue[]> {
  const issues: StoredIssue[] = []
  const which = localeCodes.length > 0 ? { localeCodes: [...localeCodes] } : {}
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.listIssues({ params, query: { limit: 100, ...which, ...(cursor ? { cursor } : {}) } })
    for (const issue of page.issues) issues.push(issue)
    cursor = page.hasMore ? page.nextCursor : null
  }
  output.detail(`${issues.length} findings`)
  return issues
}
