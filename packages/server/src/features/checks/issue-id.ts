import { createHash } from 'node:crypto'
import { type Finding, nameOf } from '@parlance/checks'

/** Of all that makes a finding the one it is: the same for as long as it lasts, in whatever text. */
export const issueId = (keyId: number, locale: string, finding: Pick<Finding, 'check' | 'branch' | 'params'>) =>
  `iss_${createHash('sha256')
    .update(`${keyId} ${locale} ${nameOf(finding)}`)
    .digest('hex')
    .slice(0, 32)}`
