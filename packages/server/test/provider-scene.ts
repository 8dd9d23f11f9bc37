import assert from 'node:assert/strict'
import { type Config, readConfig } from '../src/config.ts'
import type { Caller, TestService } from './harness.ts'
import { nobody } from './harness.ts'
import type { TestProvider } from './identity-provider.ts'

/** What the settings of an identity provider come to. */
export function providerConfig(provider: Pick<TestProvider, 'env'>, env: Record<string, string> = {}): Partial<Config> {
  const { provider: read, hasPasswords } = readConfig({ ...provider.env, ...env })
  return { provider: read, hasPasswords }
}

/** All cookies that an answer sets, as a browser would send them back. */
export function cookiesOf({ headers }: { headers: Record<string, unknown> }): string {
  return ([headers['set-cookie'] ?? []].flat() as string[]).map((line) => line.split(';', 1)[0]).join('; ')
}

interface Begun {
  /** Of the browser that began. */
  cookie: string
  /** What stands in the address that the provider led back to. */
  query: string
}

type Body = { returnTo?: string; inviteToken?: string }

/** From the button to the way back: what is left is to complete it. */
export async function goToProvider(
  service: TestService,
  provider: TestProvider,
  as: string,
  body: Body = {},
  caller: Caller = nobody,
): Promise<Begun> {
  const answer = await service.call(caller, 'beginProviderSignIn', { body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return comeBack(provider, answer, as, caller)
}

/** The same for somebody who links their account. */
export async function goToLink(
  service: TestService,
  provider: TestProvider,
  as: string,
  person: Caller & { password: string },
): Promise<Begun> {
  const answer = await service.call(person, 'beginIdentityLink', { body: { currentPassword: person.password } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return comeBack(provider, answer, as, person)
}

async function comeBack(
  provider: TestProvider,
  answer: Awaited<ReturnType<TestService['call']>>,
  as: string,
  caller: Caller,
) {
  const back = await provider.signIn((answer.body as { url: string }).url, as)
  return { cookie: [caller.cookie ?? [], cookiesOf(answer)].flat().join('; '), query: new URL(back).search.slice(1) }
}

/** All of it: somebody signs in with the provider. */
export async function signInWith(service: TestService, provider: TestProvider, as: string, body: Body = {}) {
  const { cookie, query } = await goToProvider(service, provider, as, body)
  return service.call({ cookie }, 'completeProviderSignIn', { body: { query } })
}
