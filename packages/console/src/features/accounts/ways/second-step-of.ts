import { ParlanceError } from '@parlance/sdk'

/** The token of a second step, where that is what a sign-in was answered with. */
export function secondStepOf(error: unknown): string | undefined {
  if (!(error instanceof ParlanceError) || error.code !== 'SECOND_FACTOR_REQUIRED') return undefined
  const token = error.meta?.['token']
  return typeof token === 'string' ? token : undefined
}
