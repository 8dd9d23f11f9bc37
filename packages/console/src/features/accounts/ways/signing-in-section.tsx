import { useSuspenseQuery } from '@tanstack/react-query'
import { PasskeysPart } from './passkeys-part.tsx'
import { SecondFactorPart } from './second-factor-part.tsx'
import { passkeysQuery, secondFactorQuery } from './ways-queries.ts'

/** What lets somebody in beside the password, or instead of it. */
export function SigningInSection() {
  const { data: factor } = useSuspenseQuery(secondFactorQuery)
  const { data } = useSuspenseQuery(passkeysQuery)
  return (
    <>
      <SecondFactorPart factor={factor} />
      <PasskeysPart passkeys={data.passkeys} />
    </>
  )
}
