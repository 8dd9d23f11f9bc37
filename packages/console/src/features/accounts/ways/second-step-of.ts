import { ParlanceError } from '@parlance/sdk'

/** The token of a second step, where that is what a sign-in was answered with. */
export function secondStepOf(error: unknown): string | undefined {
  if (!(error instanceof ParlanceError) || error.code !== 'SECOND_FACTOR_REQUIRED') return undefined
  const token = error.meta?.['token']
  return typeof token === 'string' ? token : undefined
}

/** Where somebody wanted to be who came from an identity provider. */
export function whereTo(error: unknown): string | undefined {
  const returnTo = error instanceof ParlanceError ? error.meta?.['returnTo'] : undefined
  return typeof returnTo === 'string' ? returnTo : undefined
}
