import { type NamedPermission, namedPermissions, type RouteName, type Scope, scopeNames } from '@parlance/contract'
import { sql } from '../src/db/sql.ts'
import { cookieOf, createApiKey, createScene, join, type Person, register } from './factories.ts'
import { type Caller, nobody, type TestService } from './harness.ts'

interface Actor {
  caller: Caller
  person?: Person
}

interface Sent {
  /** Another credential of the same actor, where the request ends the one it is sent with. */
  caller?: Caller
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

export type AccessScene = Awaited<ReturnType<typeof createAccessScene>>

/** A project, everyone who may come to it under the names of the table, and makers of what requests use up. */
export async function createAccessScene(service: TestService) {
  const { owner, orgId, projectId, project } = await createScene(service)
  const { sourceLocaleId, locales } = project
  const germanId = locales.find(({ code }) => code === 'de')?.id ?? 0
  const makeProject = async () => {
    const body = { name: 'Spare', sourceLocale: 'en' }
    return (await service.ok(owner, 'createProject', { params: { orgId }, body })).id
  }
  const sisterId = await makeProject()
  const person = async (joining: Promise<Person>): Promise<Actor> => ({ caller: await joining, person: await joining })
  const key = async (scopes: Scope[], permissions: NamedPermission[] = [], at = projectId): Promise<Actor> => ({
    caller: await createApiKey(service, owner, at, scopes, permissions),
  })
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
    const { locales } = await service.ok(owner, 'listOrganizationLocales', inOrg)
    const localeId = locales.find(({ code }) => code === 'de')?.id ?? 0
    const body = { term: unique(), translations: [{ localeId, text: 'Warenkorb' }] }
    const { id, translations } = await service.ok(owner, 'createTerm', { ...inOrg, body })
    return { localeId, term: { orgId, termId: id }, translationId: translations[0]?.id ?? 0 }
  }
  const makeMemory = async () =>
    (await service.ok(owner, 'createMemory', { ...inOrg, body: { name: unique(), sourceLocaleId } })).id
  return {
    actors,
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
      const { translationId } = await makeValue()
      const params = { projectId, translationId }
      const said = { params, body: { text: 'Too long for the button' } }
      const answer = await service.call(author, 'createComment', said)
      const { id: commentId } = answer.status === 201 ? (answer.body as { id: number }) : { id: 1 }
      return { params: { ...params, commentId } }
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
    makeTranslationJob: async () => {
      const body = { keyIds: [1], targetLocaleCodes: ['de'] }
      return (await service.ok(owner, 'machineTranslateKeys', { ...inProject, body })).jobs[0]?.jobId ?? 0
    },
    makeNamespace: async () =>
      (await service.ok(owner, 'createNamespace', { ...inProject, body: { name: unique() } })).id,
    makeApiKey: async () => (await createApiKey(service, owner, projectId, [])).apiKeyId,
    makeLocale: () => service.call(owner, 'addProjectLocale', { ...inProject, body: { code: 'it' } }),
    makeMember: () =>
      service.ok(owner, 'createMember', { ...inOrg, body: { email: `${unique()}@example.com`, role: 'viewer' } }),
    makeSession: async ({ email, password }: Person) => ({
      cookie: cookieOf(await service.call(nobody, 'login', { body: { email, password } })),
    }),
  }
}

type Build = (scene: AccessScene, actor: Actor) => Sent | Promise<Sent>

const inOrg: Build = ({ orgId }) => ({ params: { orgId } })
const inProject: Build = ({ projectId }) => ({ params: { projectId } })
const ofWebhook: Build = async ({ makeWebhook }) => ({ params: { id: await makeWebhook() } })
const ofDelivery: Build = async ({ makeFailedDelivery }) => ({ params: { id: await makeFailedDelivery() } })
const ofTerm: Build = async ({ makeTerm }) => ({ params: (await makeTerm()).term })
const ofTermTranslation = async ({ makeTerm }: AccessScene) => {
  const { term, translationId } = await makeTerm()
  return { params: { ...term, translationId } }
}
const ofMemory: Build = async ({ makeMemory }) => ({ params: { tmId: await makeMemory() } })
const EMPTY_TMX = '<tmx version="1.4"><header srclang="en"/><body/></tmx>'
const ofTranslationJob: Build = async ({ projectId, makeTranslationJob }) => ({
  params: { projectId, jobId: await makeTranslationJob() },
})
const PASSWORD = 'correct horse battery'

/** For each route a request that succeeds when the caller may make it, and not only once. */
export const accessRequests: { [Name in RouteName]?: Build } = {
  register: ({ unique }) => ({ body: { email: `${unique()}@example.com`, password: PASSWORD, name: 'Somebody' } }),
  login: ({ owner: { email, password } }) => ({ body: { email, password } }),
  acceptInvite: async ({ makeMember }) => ({
    body: { token: (await makeMember()).inviteToken, name: 'Somebody', password: PASSWORD },
  }),
  logout: async ({ makeSession }, { person }) => (person ? { caller: await makeSession(person) } : {}),
  getSession: () => ({}),
  updateMe: ({ unique }) => ({ body: { name: unique() } }),

  listOrganizations: () => ({}),
  createOrganization: ({ unique }) => ({ body: { name: unique() } }),
  getOrganization: inOrg,
  updateOrganization: ({ orgId, unique }) => ({ params: { orgId }, body: { name: unique() } }),
  listOrganizationLocales: inOrg,
  createOrganizationLocale: ({ orgId }) => ({ params: { orgId }, body: { code: 'pt-BR' } }),
  listMembers: inOrg,
  createMember: ({ orgId, unique }) => ({
    params: { orgId },
    body: { email: `${unique()}@example.com`, role: 'viewer' },
  }),
  updateMember: async ({ orgId, makeMember }) => ({
    params: { orgId, userId: (await makeMember()).member.userId },
    body: { role: 'translator' },
  }),
  deleteMember: async ({ orgId, makeMember }) => ({ params: { orgId, userId: (await makeMember()).member.userId } }),
  listProjects: inOrg,
  createProject: ({ orgId }) => ({ params: { orgId }, body: { name: 'New', sourceLocale: 'en' } }),

  getProject: inProject,
  updateProject: ({ projectId, unique }) => ({ params: { projectId }, body: { name: unique() } }),
  listProjectLocales: inProject,
  addProjectLocale: ({ projectId }) => ({ params: { projectId }, body: { code: 'es' } }),
  removeProjectLocale: async ({ projectId, makeLocale }) => {
    await makeLocale()
    return { params: { projectId, code: 'it' } }
  },
  listNamespaces: inProject,
  createNamespace: ({ projectId, unique }) => ({ params: { projectId }, body: { name: unique() } }),
  updateNamespace: async ({ projectId, makeNamespace, unique }) => ({
    params: { projectId, namespaceId: await makeNamespace() },
    body: { name: unique() },
  }),
  deleteNamespace: async ({ projectId, makeNamespace }) => ({
    params: { projectId, namespaceId: await makeNamespace() },
  }),
  listApiKeys: inProject,
  createApiKey: ({ projectId }) => ({ params: { projectId }, body: { name: 'New', scopes: ['translations:read'] } }),
  deleteApiKey: async ({ projectId, makeApiKey }) => ({ params: { projectId, apiKeyId: await makeApiKey() } }),
  getStats: inProject,

  listKeys: inProject,
  createKey: ({ projectId, unique }) => ({
    params: { projectId },
    body: { key: unique(), translations: { de: { value: 'Hallo', status: 'translated' } } },
  }),
  putValue: async ({ projectId, makeKey, unique }) => {
    const name = unique()
    await makeKey(name)
    return { params: { projectId, key: name }, body: { locale: 'de', value: 'Hallo', status: 'translated' } }
  },
  deleteKey: async ({ projectId, makeKey }) => ({ params: { projectId, keyId: await makeKey() } }),
  listActivity: inProject,

  // Of the two projects with keys, each has a key of the name.
  getKey: async ({ makeTwins }) => ({ params: { namespace: 'default', key: await makeTwins() } }),
  pushKey: ({ unique }) => ({ body: { key: unique() } }),
  dropKey: async ({ makeTwins }) => ({ params: { namespace: 'default', key: await makeTwins() } }),
  updateKey: async ({ projectId, makeKey }) => ({
    params: { projectId, keyId: await makeKey() },
    body: { description: 'For the cart' },
  }),
  restoreKey: async ({ projectId, makeDeletedKey }) => ({ params: { projectId, keyId: await makeDeletedKey() } }),
  setStatus: async ({ projectId, makeValue }) => ({
    params: { projectId, translationId: (await makeValue()).translationId },
    body: { status: 'not_reviewed' },
  }),
  listKeyIds: inProject,
  getKeyContext: async ({ projectId, makeKey }) => ({ params: { projectId, keyId: await makeKey() } }),
  searchSimilarKeys: ({ projectId }) => ({ params: { projectId }, query: { sourceText: 'Hello', targetLocale: 'de' } }),
  getTypes: inProject,

  batchDeleteKeys: async ({ projectId, makeKey }) => ({ params: { projectId }, body: { keyIds: [await makeKey()] } }),
  batchSetStatus: async ({ projectId, makeValue }) => ({
    params: { projectId },
    body: { keyIds: [(await makeValue()).keyId], localeCode: 'de', status: 'not_reviewed' },
  }),
  batchMoveKeys: async ({ projectId, makeKey, makeNamespace }) => ({
    params: { projectId },
    body: { keyIds: [await makeKey()], targetNamespaceId: await makeNamespace() },
  }),
  batchCopyValues: async ({ projectId, makeValue }) => ({
    params: { projectId },
    body: { keyIds: [(await makeValue()).keyId], fromLocaleCode: 'de', toLocaleCode: 'fr' },
  }),
  batchClearValues: async ({ projectId, makeValue }) => ({
    params: { projectId },
    body: { keyIds: [(await makeValue()).keyId], localeCodes: ['de'] },
  }),

  machineTranslateKeys: async ({ projectId, makeValue }) => ({
    params: { projectId },
    body: { keyIds: [(await makeValue()).keyId], targetLocaleCodes: ['de'] },
  }),
  getMachineTranslationJob: ofTranslationJob,
  cancelMachineTranslationJob: ofTranslationJob,

  exportKeys: ({ projectId }) => ({ params: { projectId }, body: {} }),
  exportProject: inProject,
  exportTranslations: () => ({}),

  validateImport: ({ projectId }) => ({ params: { projectId }, body: { files: [] } }),
  revalidateImport: async (scene, actor) => ({
    params: { projectId: scene.projectId },
    body: { validationId: await scene.makeValidation(actor.caller) },
  }),
  commitImport: async (scene, actor) => ({
    params: { projectId: scene.projectId },
    body: { validationId: await scene.makeValidation(actor.caller), fileMappings: [], conflictResolutions: [] },
  }),
  getImportProgress: async ({ projectId, makeProgress }) => ({
    params: { projectId, trackingId: await makeProgress() },
  }),
  validateCliImport: ({ projectId }) => ({ params: { projectId }, body: { namespaces: {} } }),
  commitCliImport: ({ projectId, unique }) => ({
    params: { projectId },
    body: {
      namespaces: { default: { de: { [unique()]: 'Hallo' } } },
      options: { conflictResolution: 'keep_local' },
    },
  }),

  listComments: async ({ projectId, makeValue }) => ({
    params: { projectId, translationId: (await makeValue()).translationId },
  }),
  createComment: async ({ projectId, makeValue }) => ({
    params: { projectId, translationId: (await makeValue()).translationId },
    body: { text: 'Too long for the button' },
  }),
  // One's own: others' comments are another matter, tested with the comments.
  deleteComment: async (scene, { caller, person }) => scene.makeComment(person ? caller : scene.owner),
  createObservations: () => ({ body: { observations: [{ key: 'anything' }] } }),

  getGlossary: inOrg,
  listTerms: inOrg,
  createTerm: ({ orgId, unique }) => ({ params: { orgId }, body: { term: unique() } }),
  getTerm: ofTerm,
  updateTerm: async ({ makeTerm }) => ({ params: (await makeTerm()).term, body: { definition: 'What one buys' } }),
  deleteTerm: ofTerm,
  createTermTranslation: async ({ makeTerm }) => {
    const { term, localeId } = await makeTerm()
    return { params: term, body: { localeId, text: 'Korb' } }
  },
  updateTermTranslation: async (scene) => ({ ...(await ofTermTranslation(scene)), body: { text: 'Korb' } }),
  deleteTermTranslation: ofTermTranslation,
  importGlossaryCsv: ({ orgId, unique }) => ({
    params: { orgId },
    body: {
      content: Buffer.from(`locale_code,term\nen,${unique()}`).toString('base64'),
      conflictStrategy: 'skip',
    },
  }),
  importGlossaryJson: ({ orgId }) => ({
    params: { orgId },
    body: { version: '1.0', concepts: [], conflictStrategy: 'skip' },
  }),
  importGlossaryTbx: ({ orgId }) => ({ params: { orgId }, body: { content: '<tbx/>', conflictStrategy: 'skip' } }),
  exportGlossaryCsv: inOrg,
  exportGlossaryJson: inOrg,
  exportGlossaryTbx: inOrg,
  lookupTerms: ({ projectId }) => ({
    params: { projectId },
    body: { text: 'fresh', sourceLocaleCode: 'en', targetLocaleCode: 'de' },
  }),

  streamProject: inProject,
  streamKeys: () => ({}),

  listWebhooks: inProject,
  createWebhook: ({ projectId, hook }) => ({ params: { projectId }, body: hook }),
  getWebhook: ofWebhook,
  updateWebhook: async ({ makeWebhook }) => ({ params: { id: await makeWebhook() }, body: { name: 'Release' } }),
  deleteWebhook: ofWebhook,
  testWebhook: ofWebhook,
  regenerateSecret: ofWebhook,
  listDeliveries: ofWebhook,
  getWebhookStats: ofWebhook,
  getDelivery: ofDelivery,
  retryDelivery: ofDelivery,

  deployCdn: inProject,

  listMemories: inOrg,
  createMemory: ({ orgId, sourceLocaleId }) => ({ params: { orgId }, body: { name: 'New', sourceLocaleId } }),
  getMemory: ofMemory,
  updateMemory: async ({ makeMemory }) => ({ params: { tmId: await makeMemory() }, body: { name: 'Renamed' } }),
  deleteMemory: ofMemory,
  listMemoryEntries: ofMemory,
  putMemoryEntry: async ({ makeMemory, germanId }) => ({
    params: { tmId: await makeMemory() },
    body: { sourceText: 'Hello', targetText: 'Hallo', targetLocaleId: germanId },
  }),
  updateMemoryEntry: async ({ makeMemoryEntry }) => ({
    params: await makeMemoryEntry(),
    body: { targetText: 'Servus' },
  }),
  deleteMemoryEntry: async ({ makeMemoryEntry }) => ({ params: await makeMemoryEntry() }),
  getMemoryStats: ofMemory,
  searchMemory: async ({ makeMemory, germanId }) => ({
    params: { tmId: await makeMemory() },
    body: { sourceText: 'Hello', targetLocaleId: germanId },
  }),
  replaceInMemory: async ({ makeMemory, germanId }) => ({
    params: { tmId: await makeMemory() },
    body: { targetLocaleId: germanId, find: 'a', replace: 'b' },
  }),
  importTmx: async ({ makeMemory }) => ({ params: { tmId: await makeMemory() }, body: { content: EMPTY_TMX } }),
  previewTmx: async ({ makeMemory }) => ({ params: { tmId: await makeMemory() }, body: { content: EMPTY_TMX } }),
  exportTmx: ofMemory,
  getMemorySettings: inProject,
  updateMemorySettings: ({ projectId }) => ({ params: { projectId }, body: { assignments: [] } }),
  searchProjectMemories: ({ projectId, germanId }) => ({
    params: { projectId },
    body: { sourceText: 'Hello', targetLocaleId: germanId },
  }),

  // A key's own project stays: the other keys need it, and no key may delete it.
  deleteProject: async ({ projectId, makeProject }, { caller }) => ({
    params: { projectId: caller.apiKey ? projectId : await makeProject() },
  }),
}
