import type { Contract } from '../contract.ts'
import type { Body } from '../route.ts'

type Examples = {
  readonly [Name in keyof Contract as Contract[Name] extends { body: object } ? Name : never]: Body<Contract[Name]>
}

const keyIds = [101, 102]
const projectText = {
  common: { de: { greeting: 'Hallo {name}', 'cart.items': '{count, plural, one {# Ding} other {# Dinge}}' } },
}
const similar = { sourceText: 'Save your changes', targetLocaleId: 7, minSimilarity: 70 }
const fileMappings = [{ filename: 'de.json', locale: 'de', namespace: 'common' }]
const tmx =
  '<tmx version="1.4"><header srclang="en" datatype="plaintext" segtype="sentence" o-tmf="none" adminlang="en" creationtool="example" creationtoolversion="1"/><body><tu><tuv xml:lang="en"><seg>Cart</seg></tuv><tuv xml:lang="de"><seg>Warenkorb</seg></tuv></tu></body></tmx>'
const term = { term: 'shopping cart', definition: 'What holds the goods one is about to buy', partOfSpeech: 'noun' }

const signed = {
  id: 'Yc3mW0oGZ0qkL1d8',
  rawId: 'Yc3mW0oGZ0qkL1d8',
  type: 'public-key' as const,
}
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'
const assertion = {
  ...signed,
  response: { clientDataJSON, authenticatorData: 'SZYN5YgOjGh0NBcP', signature: 'MEUCIQ' },
}
const attestation = { ...signed, response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ' } }

/** Something to send to each operation that takes a body, as small as it may be while it still shows what it is for. */
export const examples: Examples = {
  register: { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada', organizationName: 'Example' },
  login: { email: 'ada@example.org', password: 'correct horse battery' },
  completeLogin: { token: 'Zq8vN3xT5w', code: '123456' },
  confirmIdentity: { password: 'correct horse battery' },
  createSecondFactor: { code: '123456' },
  loginWithPasskey: { credential: assertion },
  createPasskey: { name: 'Laptop', credential: attestation },
  updatePasskey: { name: 'Old laptop' },
  acceptInvite: { token: 'b7Jq2mS8fY', name: 'Grace', password: 'correct horse battery' },
  forgotPassword: { email: 'ada@example.org' },
  resetPassword: { token: 'b7Jq2mS8fY', password: 'another horse battery' },
  updateMe: { name: 'Ada L.' },
  putPreferences: { theme: 'dark' },
  beginProviderSignIn: { returnTo: '/projects/1' },
  beginIdentityLink: { currentPassword: 'correct horse battery' },
  completeProviderSignIn: { query: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj' },
  deleteIdentity: { currentPassword: 'correct horse battery' },
  updateUser: { isActive: false },
  createOrganization: { name: 'Example' },
  updateOrganization: { name: 'Example Ltd' },
  deleteOrganization: { name: 'Example Ltd' },
  createOrganizationLocale: { code: 'pt-BR' },
  createMember: { email: 'grace@example.org', role: 'translator', localeCodes: ['de'] },
  updateMember: { role: 'reviewer', localeCodes: null },
  createProject: { name: 'Shop', sourceLocale: 'en', locales: ['de', 'fr'] },
  updateProject: { name: 'Web shop', cdn: { format: 'json', structure: 'nested', statuses: ['translated'] } },
  addProjectLocale: { code: 'pt-BR' },
  createNamespace: { name: 'checkout' },
  updateNamespace: { name: 'payment' },
  createApiKey: { name: 'Build', scopes: ['translations:read', 'translations:write'], permissions: ['webhook.view'] },

  createKey: {
    key: 'greeting',
    namespace: 'common',
    description: 'At the top of the start page',
    translations: { en: { value: 'Hello {name}', status: 'translated' } },
  },
  pushKey: {
    key: 'greeting',
    namespace: 'common',
    translations: { de: { value: 'Hallo {name}', status: 'not_reviewed' } },
  },
  updateKey: { description: 'At the top of every page', characterLimit: 40 },
  putFormatData: { po: { flags: ['c-format'] } },
  searchSimilarKeysByBody: { sourceText: 'Save your changes', targetLocale: 'de', minSimilarity: 0.7 },
  putDeployment: {
    keys: [{ namespace: 'common', key: 'greeting', params: [{ name: 'name', type: 'string', required: true }] }],
  },
  getTypesImpact: { changes: [{ namespace: 'common', key: 'greeting', value: 'Hello {firstName}' }] },

  putValue: { locale: 'de', value: 'Hallo {name}', status: 'not_reviewed' },
  putValueOfKey: { value: 'Hallo {name}', expectedUpdatedAt: '2026-01-01T09:30:00.000Z' },
  putValues: {
    values: [
      { keyId: 101, locale: 'de', value: 'Hallo {name}', expectedUpdatedAt: null },
      { keyId: 102, locale: 'de', status: 'translated' },
    ],
  },
  setStatus: { status: 'translated' },
  batchDeleteKeys: { keyIds },
  batchSetStatus: { keyIds, localeCode: 'de', status: 'translated' },
  batchMoveKeys: { keyIds, targetNamespaceId: 12 },
  batchCopyValues: { keyIds, fromLocaleCode: 'en-GB', toLocaleCode: 'en-US', overwriteExisting: false },
  batchClearValues: { keyIds, localeCodes: ['de'] },

  exportKeys: { localeCodes: ['de'], format: 'json', structure: 'nested' },
  validateImport: {
    files: [{ filename: 'common/de.json', content: 'eyJncmVldGluZyI6IkhhbGxvIHtuYW1lfSJ9', size: 27 }],
    options: { defaultConflictResolution: 'keep_existing', allowNewLocales: true },
  },
  revalidateImport: { validationId: 'b7Jq2mS8fY', fileMappings },
  commitImport: {
    validationId: 'b7Jq2mS8fY',
    fileMappings,
    conflictResolutions: [
      {
        key: 'greeting',
        locale: 'de',
        namespace: 'common',
        existingValue: 'Hallo',
        newValue: 'Hallo {name}',
        resolution: 'use_imported',
      },
    ],
    options: { idempotencyKey: 'build-1842', progressTrackingId: 'build-1842' },
  },
  validateCliImport: { namespaces: projectText },
  commitCliImport: {
    namespaces: projectText,
    options: { conflictResolution: 'keep_server', createNamespaces: true },
    keys: { common: { 'cart.items': { isPlural: true, description: 'Beside the cart' } } },
  },

  createKeyComment: { text: 'Is this a verb here?', locale: 'de', mentions: [3] },
  updateKeyComment: { isResolved: true },
  createComment: { text: 'Shorter, please: the button is small.' },
  createObservations: {
    observations: [
      { namespace: 'common', key: 'greeting', uiType: 'heading', screenGroup: '/start', lengthHint: '24ch' },
    ],
  },
  revertActivity: { fromId: 5012, toId: 5040, dryRun: true },

  updateQa: { checks: { end_stop: { severity: 'warning', localeSeverities: { th: 'off' } } }, blockReview: true },
  ignoreIssues: { ids: ['101-de-numbers-1'], reason: 'The number is part of the name.', scope: 'value' },
  previewIssues: { source: 'Hello {name}', locale: 'de', value: 'Hallo {nmae}' },

  createTerm: { ...term, translations: [{ localeId: 7, text: 'Warenkorb' }] },
  updateTerm: { termType: 'forbidden', description: 'We say "basket"' },
  createTermTranslation: { localeId: 7, text: 'Warenkorb', gender: 'masculine' },
  updateTermTranslation: { text: 'Einkaufswagen', termType: 'forbidden' },
  importGlossaryCsv: {
    content: 'Y29uY2VwdF9pZCxsb2NhbGVfY29kZSx0ZXJtCjEsZW4sY2FydAoxLGRlLFdhcmVua29yYgo=',
    conflictStrategy: 'merge',
  },
  importGlossaryJson: {
    version: '1.0',
    sourceLocaleCode: 'en',
    concepts: [
      {
        terms: [
          { localeCode: 'en', text: 'cart' },
          { localeCode: 'de', text: 'Warenkorb' },
        ],
      },
    ],
    conflictStrategy: 'merge',
  },
  importGlossaryTbx: {
    content:
      '<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body><conceptEntry id="1"><langSec xml:lang="en"><termSec><term>cart</term></termSec></langSec></conceptEntry></body></text></tbx>',
    conflictStrategy: 'skip',
  },
  lookupTerms: { text: 'Put it into the shopping cart', sourceLocaleCode: 'en', targetLocaleCode: 'de' },

  putPresence: { keyId: 101, locale: 'de' },
  createWebhook: {
    name: 'Rebuild the site',
    url: 'https://hooks.example.org/parlance',
    events: ['translation.updated', 'translation.batch_updated'],
  },
  updateWebhook: { isActive: false },

  createMemory: { name: 'Shop en', sourceLocaleId: 6, isShared: true },
  updateMemory: { description: 'Only what was reviewed', onlyApproved: true },
  putMemoryEntry: {
    sourceText: 'Save your changes',
    targetText: 'Änderungen speichern',
    targetLocaleId: 7,
    contextKey: 'save',
  },
  updateMemoryEntry: { targetText: 'Änderungen sichern' },
  searchMemory: similar,
  replaceInMemory: { targetLocaleId: 7, find: 'Einkaufswagen', replace: 'Warenkorb', preview: true },
  importTmx: {
    content: tmx,
    conflictResolution: 'skip',
  },
  previewTmx: {
    content: tmx,
  },
  updateMemorySettings: { assignments: [{ tmId: 4, priority: 80, isWritable: true, penalty: 0 }] },
  searchProjectMemories: similar,
  machineTranslateKeys: { keyIds, targetLocaleCodes: ['de', 'fr'] },
  suggestTranslation: { keyId: 101, targetLocaleCode: 'de' },
}
