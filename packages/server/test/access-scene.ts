import assert from 'node:assert/strict'
import { type NamedPermission, namedPermissions, type Role, type Scope, scopeNames } from '@parlance/contract'
import { Secret, TOTP } from 'otpauth'
import { sql } from '../src/db/sql.ts'
import { Authenticator } from './authenticator.ts'
import { cookieOf, createApiKey, createScene, join, type Person, register } from './factories.ts'
import { type Caller, nobody, type TestService } from './harness.ts'
import type { TestProvider } from './identity-provider.ts'
import { goToProvider } from './provider-scene.ts'

export interface Actor {
  caller: Caller
  person?: Person
  /** Who made the key, where it was not the owner. */
  creator?: Caller
}

export type AccessScene = Awaited<ReturnType<typeof createAccessScene>>

/** A project, everyone who may come to it under the names of the table, and makers of what requests use up. */
export async function createAccessScene(service: TestService, provider?: TestProvider) {
  const { owner, orgId, projectId, project } = await createScene(service)
  const { sourceLocaleId, locales } = project
  const germanId = locales.find(({ code }) => code === 'de')?.id ?? 0
  const makeProject = async () => {
    const body = { name: 'Spare', sourceLocale: 'en' }
    return (await service.ok(owner, 'createProject', { params: { orgId }, body })).id
  }
  const sisterId = await makeProject()
  const person = async (joining: Promise<Person>): Promise<Actor> => ({ caller: await joining, person: await joining })
  const keyOf =
    (creator: Caller) =>
    async (scopes: Scope[], permissions: NamedPermission[] = [], at = projectId): Promise<Actor> => ({
      caller: await createApiKey(service, creator, at, scopes, permissions),
    })
  const key = keyOf(owner)
  const german = (role: Role) => person(join(service, owner, orgId, role, ['de']))
  const actors: Record<string, Actor> = {
    nobody: { caller: nobody },
    viewer: await person(join(service, owner, orgId, 'viewer')),
    translator: await person(join(service, owner, orgId, 'translator')),
    reviewer: await person(join(service, owner, orgId, 'reviewer')),
    developer: await person(join(service, owner, orgId, 'developer')),
    admin: await person(join(service, owner, orgId, 'admin')),
    owner: { caller: owner, person: owner },
    stranger: await person(register(service)),
    ':read': await key(['translations:read']),
    ':write': await key(['translations:write']),
    ':delete': await key(['translations:delete']),
    ':review': await key(['translations:review']),
    ':context': await key(['context:write']),
    ':hooks': await key([], [...namedPermissions]),
    ':other': await key(scopeNames, [...namedPermissions], sisterId),
  }
  const developer = await german('developer')
  const ofGerman = keyOf(developer.caller)
  const germanKey: typeof key = async (...given) => ({ ...(await ofGerman(...given)), creator: developer.caller })
  const restricted: Record<string, Actor> = {
    'viewer/de': await german('viewer'),
    'translator/de': await german('translator'),
    'reviewer/de': await german('reviewer'),
    'developer/de': developer,
    'admin/de': await german('admin'),
    'owner/de': await german('owner'),
    ':read/de': await germanKey(['translations:read']),
    ':write/de': await germanKey(['translations:write']),
    ':delete/de': await germanKey(['translations:delete']),
    ':review/de': await germanKey(['translations:review']),
    ':context/de': await germanKey(['context:write']),
    ':hooks/de': await germanKey([], [...namedPermissions]),
  }

  const { userId: spareUserId } = await register(service)
  const colleague = await join(service, owner, orgId, 'viewer')
  const makeSession = async ({ email, password }: Person) => ({
    cookie: cookieOf(await service.call(nobody, 'login', { body: { email, password } })),
  })

  const { db, clock } = service
  const codeOf = (secret: string, ms = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() + ms })
  const makeCode = async (of: Person = owner) => codeOf((await service.ok(of, 'beginSecondFactor')).secret)
  /** Somebody with a second factor. */
  const makeProtected = async () => {
    const somebody = await register(service)
    const { secret } = await service.ok(somebody, 'beginSecondFactor')
    await service.ok(somebody, 'createSecondFactor', { body: { code: codeOf(secret) } })
    return { ...somebody, secret }
  }
  const makeCredential = async (of: Person = owner, device = new Authenticator()) =>
    device.create((await service.ok(of, 'beginPasskey')).options)
  const makePasskey = async (of: Person = owner) => {
    const device = new Authenticator()
    const body = { name: 'Laptop', credential: await makeCredential(of, device) }
    // No more than somebody may have.
    await db.run(sql`delete from passkeys where user_id = ${of.userId}`)
    const { id } = await service.ok(of, 'createPasskey', { body })
    return { device, id }
  }

  let made = 0
  const unique = () => `fresh${++made}`
  const inOrg = { params: { orgId } }
  const inProject = { params: { projectId } }
  const makeValue = async () => {
    const translations = { de: { value: 'Hallo', status: 'translated' } }
    const { id, translations: made } = await service.ok(owner, 'createKey', {
      ...inProject,
      body: { key: unique(), translations },
    })
    return { keyId: id, translationId: made['de']?.id ?? 0 }
  }
  // An address that needs no look-up; nothing is sent to it, since no worker runs here.
  const hook = { name: 'Build', url: 'https://93.184.216.34/hook', events: ['key.created'] }
  const makeWebhook = async () => (await service.ok(owner, 'createWebhook', { ...inProject, body: hook })).id
  const makeTerm = async () => {
    const body = { term: unique(), translations: [{ localeId: germanId, text: 'Warenkorb' }] }
    const { id, translations } = await service.ok(owner, 'createTerm', { ...inOrg, body })
    return { termId: id, translationId: translations[0]?.id ?? 0 }
  }
  const makeMemory = async () =>
    (await service.ok(owner, 'createMemory', { ...inOrg, body: { name: unique(), sourceLocaleId } })).id
  return {
    actors,
    restricted,
    makeCode,
    makeProtected,
    makeSecondStep: async () => {
      const { email, password, secret } = await makeProtected()
      const { body } = await service.call(nobody, 'login', { body: { email, password } })
      // The code of the next half minute: that of this one was taken.
      return { token: (body as { meta: { token: string } }).meta.token, code: codeOf(secret, 30_000) }
    },
    makeCredential,
    makePasskey,
    makeAssertion: async () =>
      (await makePasskey()).device.get((await service.ok(nobody, 'beginPasskeyLogin')).options),
    makeTerm,
    hook,
    makeWebhook,
    makeFailedDelivery: async () => {
      const { id } = await service.ok(owner, 'testWebhook', { params: { id: await makeWebhook() } })
      await service.db.run(sql`update deliveries set status = 'failed', due_at = null where id = ${id}`)
      return id
    },
    owner,
    orgId,
    projectId,
    unique,
    makeProject,
    makeKey: async (key = unique()) => (await service.ok(owner, 'createKey', { ...inProject, body: { key } })).id,
    makeTwins: async () => {
      const key = unique()
      for (const at of [projectId, sisterId]) {
        await service.ok(owner, 'createKey', { params: { projectId: at }, body: { key } })
      }
      return key
    },
    makeDeletedKey: async () => {
      const { id: keyId } = await service.ok(owner, 'createKey', { ...inProject, body: { key: unique() } })
      await service.ok(owner, 'deleteKey', { params: { projectId, keyId } })
      return keyId
    },
    /** One that does nothing to keys: others' changes of keys are another matter, tested with the activity. */
    makeChange: async () => {
      await service.ok(owner, 'createNamespace', { ...inProject, body: { name: unique() } })
      const { activity } = await service.ok(owner, 'listActivity', { ...inProject, query: { limit: 20 } })
      return activity.find(({ event }) => event === 'namespace.created')?.id ?? 0
    },
    makeMemory,
    makeMemoryEntry: async () => {
      const tmId = await makeMemory()
      const body = { sourceText: 'Hello', targetText: 'Hallo', targetLocaleId: germanId }
      await service.ok(owner, 'putMemoryEntry', { params: { tmId }, body })
      const { entries } = await service.ok(owner, 'listMemoryEntries', { params: { tmId } })
      return { tmId, entryId: entries[0]?.id ?? 0 }
    },
    sourceLocaleId,
    germanId,
    makeValue,
    /** By whoever may write it; the others are refused before it matters whose it is. */
    makeComment: async (author: Caller) => {
      const { keyId, translationId } = await makeValue()
      const params = { projectId, keyId, translationId }
      const said = { params, body: { text: 'Too long for the button' } }
      const answer = await service.call(author, 'createComment', said)
      const { id: commentId } = answer.status === 201 ? (answer.body as { id: number }) : { id: 1 }
      return { ...params, commentId }
    },
    /** Of the caller, if they may make one; the others are refused before it is looked at. */
    makeValidation: async (caller: Caller) => {
      const answer = await service.call(caller, 'validateImport', { ...inProject, body: { files: [] } })
      return answer.status === 200 ? (answer.body as { validationId: string }).validationId : 'none'
    },
    makeProgress: async () => {
      const trackingId = unique()
      const { validationId } = await service.ok(owner, 'validateImport', { ...inProject, body: { files: [] } })
      const options = { progressTrackingId: trackingId }
      const body = { validationId, fileMappings: [], conflictResolutions: [], options }
      await service.ok(owner, 'commitImport', { ...inProject, body })
      return trackingId
    },
    makeDeployment: async () => {
      const name = unique()
      await service.ok(owner, 'putDeployment', { params: { projectId, name }, body: { keys: [] } })
      return name
    },
    makeTranslationJob: async () => {
      const body = { keyIds: [1], targetLocaleCodes: ['de'] }
      return (await service.ok(owner, 'machineTranslateKeys', { ...inProject, body })).jobs[0]?.jobId ?? 0
    },
    /** One that has ended; no worker runs here. */
    makeDeploy: async () => {
      const { id } = await service.db.one<{ id: number }>(sql`
        insert into jobs (kind, project_id, lane, actor_type, actor_id, user_id, state, created_at, finished_at)
        values ('cdn_deploy', ${projectId}, 'none', 'user', 1, 1, 'completed', now(), now()) returning id`)
      await service.db.run(sql`insert into cdn_deploys (id, project_id, seq) values (${id}, ${projectId}, 0)`)
      return id
    },
    /** In a German value, and no error; what is found by itself is not there, since no worker runs here. */
    makeIssue: async (isIgnored = false) => {
      const { keyId } = await makeValue()
      const id = unique()
      await service.db.run(sql`
        with said as (
          insert into issue_ignores (project_id, key_id, locale_id, check_id, params, reason, ignored_at)
          select ${projectId}, ${keyId}, ${germanId}, 'numbers', '{}', 'As agreed', now() where ${isIgnored}
          returning id
        )
        insert into issues (id, project_id, key_id, locale_id, check_id, severity, params, message, ignore_id, detected_at)
        select ${id}, ${projectId}, ${keyId}, ${germanId}, 'numbers', 'warning', '{}', 'One is missing.',
               (select id from said), now()`)
      return id
    },
    makeNamespace: async () =>
      (await service.ok(owner, 'createNamespace', { ...inProject, body: { name: unique() } })).id,
    makeApiKey: async () => (await createApiKey(service, owner, projectId, [])).apiKeyId,
    makeLocale: () => service.call(owner, 'addProjectLocale', { ...inProject, body: { code: 'it' } }),
    spareUserId,
    makeOrganization: () => service.ok(owner, 'createOrganization', { body: { name: 'Spare' } }),
    makeMember: () =>
      service.ok(owner, 'createMember', { ...inOrg, body: { email: `${unique()}@example.com`, role: 'viewer' } }),
    makeSession,
    /** Somebody of this organization alone, who asks for nothing. */
    colleague,
    makeResetLink: async () => {
      const params = { orgId, userId: colleague.userId }
      return (await service.ok(owner, 'createResetLink', { params })).token
    },
    /** Somebody is back from the identity provider, in the browser of the caller. */
    makeArrival: async (caller: Caller) => {
      assert.ok(provider, 'There is no identity provider in this scene')
      const { cookie, query } = await goToProvider(service, provider, 'nia', {}, caller)
      return { caller: { ...caller, cookie }, body: { query } }
    },
    /** Of some provider of before. */
    makeIdentity: async ({ userId }: Person) => {
      const name = unique()
      const { id } = await service.db.one<{ id: number }>(sql`
        insert into identities (user_id, issuer, subject, created_at) values (${userId}, ${name}, ${name}, now())
        returning id`)
      return id
    },
    makeEndingSession: async (person: Person) => {
      const { sessions } = await service.ok(await makeSession(person), 'listSessions')
      return sessions.find(({ isCurrent }) => isCurrent)?.id ?? 0
    },
  }
}

type Params = Record<string, string | number>

/** What paths name, by the end of the path up to its last parameter: made anew for each request that is about one. */
const things: Record<string, (scene: AccessScene, actor: Actor) => Params | Promise<Params>> = {
  'invites/{token}': async ({ makeMember }) => ({ token: (await makeMember()).inviteToken }),
  'sessions/{sessionId}': async ({ makeEndingSession }, { person }) => ({
    sessionId: person ? await makeEndingSession(person) : 1,
  }),
  'identities/{identityId}': async ({ makeIdentity }, { person }) => ({
    identityId: person ? await makeIdentity(person) : 1,
  }),
  'organizations/{orgId}': ({ orgId }) => ({ orgId }),
  'passkeys/{passkeyId}': async ({ makePasskey }, { person }) => ({ passkeyId: (await makePasskey(person)).id }),
  'users/{userId}': ({ spareUserId }) => ({ userId: spareUserId }),
  'members/{userId}': async ({ orgId, makeMember }) => ({ orgId, userId: (await makeMember()).member.userId }),
  'projects/{projectId}': ({ projectId }) => ({ projectId }),
  'locales/{code}': async ({ projectId, makeLocale }) => {
    await makeLocale()
    return { projectId, code: 'it' }
  },
  'namespaces/{namespaceId}': async ({ projectId, makeNamespace }) => ({
    projectId,
    namespaceId: await makeNamespace(),
  }),
  'api-keys/{apiKeyId}': async ({ projectId, makeApiKey }) => ({ projectId, apiKeyId: await makeApiKey() }),
  'keys/{keyId}': async ({ projectId, makeKey }) => ({ projectId, keyId: await makeKey() }),
  'keys/{key}': async ({ projectId, makeKey, unique }) => {
    const key = unique()
    await makeKey(key)
    return { projectId, key }
  },
  'values/{locale}': async ({ projectId, makeKey }) => ({ projectId, keyId: await makeKey(), locale: 'de' }),
  // Of the two projects with keys, each has a key of the name.
  '{namespace}/{key}': async ({ makeTwins }) => ({ namespace: 'default', key: await makeTwins() }),
  'translation/{translationId}': async ({ projectId, makeValue }) => ({
    projectId,
    translationId: (await makeValue()).translationId,
  }),
  // One's own: others' comments are another matter, tested with the comments.
  'comments/{commentId}': (scene, { caller, person, creator = scene.owner }) =>
    scene.makeComment(person ? caller : creator),
  'issues/{issueId}': async ({ projectId, makeIssue }) => ({ projectId, issueId: await makeIssue(true) }),
  'jobs/{jobId}': async ({ projectId, makeTranslationJob }) => ({ projectId, jobId: await makeTranslationJob() }),
  'import/{validationId}': async ({ projectId, makeValidation }, { caller }) => ({
    projectId,
    validationId: await makeValidation(caller),
  }),
  'deploys/{deployId}': async ({ projectId, makeDeploy }) => ({ projectId, deployId: await makeDeploy() }),
  'progress/{trackingId}': async ({ projectId, makeProgress }) => ({ projectId, trackingId: await makeProgress() }),
  'deployments/{name}': async ({ projectId, makeDeployment }) => ({ projectId, name: await makeDeployment() }),
  'terms/{termId}': async ({ orgId, makeTerm }) => ({ orgId, termId: (await makeTerm()).termId }),
  'translations/{translationId}': async ({ orgId, makeTerm }) => ({ orgId, ...(await makeTerm()) }),
  'webhooks/{id}': async ({ makeWebhook }) => ({ id: await makeWebhook() }),
  'deliveries/{id}': async ({ makeFailedDelivery }) => ({ id: await makeFailedDelivery() }),
  'tms/{tmId}': async ({ makeMemory }) => ({ tmId: await makeMemory() }),
  'entries/{entryId}': async ({ makeMemoryEntry }) => makeMemoryEntry(),
}

/** The parameters of a path, naming something that is there. */
export async function paramsFor(path: string, scene: AccessScene, actor: Actor): Promise<Params> {
  const thing = /.*?([^/]+\/\{\w+\})[^{]*$/.exec(path)?.[1]
  if (thing === undefined) return {}
  const make = things[thing]
  assert.ok(make, `access-scene.ts does not say how ${thing} is made`)
  return make(scene, actor)
}
