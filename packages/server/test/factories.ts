import assert from 'node:assert/strict'
import type { NamedPermission, Role, Scope } from '@parlance/contract'
import { type Caller, nobody, type TestService } from './harness.ts'
import { until } from './until.ts'

export interface Person extends Caller {
  cookie: string
  userId: number
  email: string
  name: string
  csrfToken: string
  password: string
}

const PASSWORD = 'correct horse battery'
let people = 0

/** The cookie of an answer, as a client would send it back. */
export function cookieOf({ headers }: { headers: Record<string, unknown> }): string {
  const [cookie] = [headers['set-cookie'] ?? ''].flat() as string[]
  return cookie?.split(';', 1)[0] ?? ''
}

interface SessionBody {
  user: { id: number; email: string }
  organizations: { id: number }[]
  csrfToken: string
}

/** Nobody of the same process has the same name, of whatever service. */
const newcomer = () => ({ name: `Person ${++people}`, email: `person${people}@example.com` })

/** A new account with an organization of its own. */
export async function register(service: TestService): Promise<Person & { orgId: number }> {
  const { name, email } = newcomer()
  const body = { email, password: PASSWORD, name }
  const answer = await service.call(nobody, 'register', { body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const { user, organizations, csrfToken } = answer.body as SessionBody
  const orgId = organizations[0]?.id ?? 0
  return { cookie: cookieOf(answer), userId: user.id, name, email, csrfToken, password: PASSWORD, orgId }
}

/** A person who joined an organization by invitation. */
export async function join(
  service: TestService,
  owner: Caller,
  orgId: number,
  role: Role,
  localeCodes: string[] | null = null,
): Promise<Person> {
  const { name, email } = newcomer()
  const invited = await service.ok(owner, 'createMember', { params: { orgId }, body: { email, role, localeCodes } })
  const body = { token: invited.inviteToken, name, password: PASSWORD }
  const answer = await service.call(nobody, 'acceptInvite', { body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const { user, csrfToken } = answer.body as SessionBody
  return { cookie: cookieOf(answer), userId: user.id, name, email, csrfToken, password: PASSWORD }
}

/** Somebody who was removed comes back. */
export async function joinAgain(
  service: TestService,
  owner: Caller,
  orgId: number,
  person: Person,
  role: Role,
): Promise<void> {
  const body = { email: person.email, role }
  const { inviteToken } = await service.ok(owner, 'createMember', { params: { orgId }, body })
  if (inviteToken !== null) await service.ok(person, 'acceptInvite', { body: { token: inviteToken } })
}

export async function createApiKey(
  service: TestService,
  creator: Caller,
  projectId: number,
  scopes: Scope[],
  permissions: NamedPermission[] = [],
): Promise<Caller & { apiKey: string; apiKeyId: number }> {
  const body = { name: `key for ${scopes.join(' ')}`, scopes, permissions }
  const created = await service.ok(creator, 'createApiKey', { params: { projectId }, body })
  return { apiKey: created.key, apiKeyId: created.id }
}

/** An owner with a project in English, German and French. */
export async function createScene(service: TestService) {
  const owner = await register(service)
  const { orgId } = owner
  const body = { name: 'Shop', sourceLocale: 'en', locales: ['de', 'fr'] }
  const project = await service.ok(owner, 'createProject', { params: { orgId }, body })
  return { owner, orgId, project, projectId: project.id }
}

/** Until all values of a project were looked at, by whoever looks. */
export const checked = (service: TestService, caller: Caller, projectId: number) =>
  until('the values to be checked', async () => {
    const { state } = await service.ok(caller, 'getQa', { params: { projectId } })
    return state === 'ready'
  })
