import type { RouteName } from '@parlance/contract'
import type { AccessScene, Actor } from './access-scene.ts'
import type { Caller } from './harness.ts'

/**
 * Who may call what: a second statement beside the contract's access rules, written by hand from the specification.
 * Never derive it from the contract, and never correct it by what the service answers: one of the two is wrong then.
 *
 *   ok     2xx
 *   401    AUTHENTICATION_REQUIRED        401k   UNAUTHORIZED: an API key is required here
 *   403    FORBIDDEN, `meta.requiredPermission` is the permission of the row
 *   403k   FORBIDDEN: an API key of another project, or any key on an organization-scoped route; or, signed in, the
 *          invitation of somebody else, what is for owners alone, or for administrators of the instance
 *   404    NOT_FOUND                      404p   PROJECT_NOT_FOUND
 *   404m   a message and no code
 *   404w   WEBHOOK_NOT_FOUND              404d   WEBHOOK_DELIVERY_NOT_FOUND
 *
 * The owner is the instance administrator and made all keys. `stranger` owns another organization. The keys `:read` to
 * `:context` hold one scope each, `:hooks` the four webhook permissions, `:other` everything in a sister project.
 */
export const accessTable = `
route                    permission                   nobody viewer translator reviewer developer admin owner stranger :read :write :delete :review :context :hooks :other

getInstance              -                            ok     ok     ok         ok       ok        ok    ok    ok       ok    ok     ok      ok      ok       ok     ok
register                 -                            ok     ok     ok         ok       ok        ok    ok    ok       ok    ok     ok      ok      ok       ok     ok
login                    -                            ok     ok     ok         ok       ok        ok    ok    ok       ok    ok     ok      ok      ok       ok     ok
acceptInvite             -                            ok     403k   403k       403k     403k      403k  403k  403k     ok    ok     ok      ok      ok       ok     ok
getInvite                -                            ok     ok     ok         ok       ok        ok    ok    ok       ok    ok     ok      ok      ok       ok     ok
forgotPassword           -                            ok     ok     ok         ok       ok        ok    ok    ok       ok    ok     ok      ok      ok       ok     ok
resetPassword            -                            ok     ok     ok         ok       ok        ok    ok    ok       ok    ok     ok      ok      ok       ok     ok
completeLogin            -                            ok     ok     ok         ok       ok        ok    ok    ok       ok    ok     ok      ok      ok       ok     ok
beginPasskeyLogin        -                            ok     ok     ok         ok       ok        ok    ok    ok       ok    ok     ok      ok      ok       ok     ok
loginWithPasskey         -                            ok     ok     ok         ok       ok        ok    ok    ok       ok    ok     ok      ok      ok       ok     ok
logout                   -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
getSession               -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
updateMe                 -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
listSessions             -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
deleteSession            -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
deleteOtherSessions      -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
getPreferences           -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
putPreferences           -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
beginProviderSignIn      -                            ok     ok     ok         ok       ok        ok    ok    ok       ok    ok     ok      ok      ok       ok     ok
beginIdentityLink        -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
completeProviderSignIn   -                            ok     ok     ok         ok       ok        ok    ok    ok       ok    ok     ok      ok      ok       ok     ok
listIdentities           -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
deleteIdentity           -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
confirmIdentity          -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
getSecondFactor          -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
beginSecondFactor        -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
createSecondFactor       -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
renewRecoveryCodes       -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
deleteSecondFactor       -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
listPasskeys             -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
beginPasskey             -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
createPasskey            -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
updatePasskey            -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401
deletePasskey            -                            401    ok     ok         ok       ok        ok    ok    ok       401   401    401     401     401      401    401

listUsers                -                            401    403k   403k       403k     403k      403k  ok    403k     403k  403k   403k    403k    403k     403k   403k
updateUser               -                            401    403k   403k       403k     403k      403k  ok    403k     403k  403k   403k    403k    403k     403k   403k
deleteUserFactors        -                            401    403k   403k       403k     403k      403k  ok    403k     403k  403k   403k    403k    403k     403k   403k

listOrganizations        -                            401    ok     ok         ok       ok        ok    ok    ok       403k  403k   403k    403k    403k     403k   403k
createOrganization       -                            401    ok     ok         ok       ok        ok    ok    ok       403k  403k   403k    403k    403k     403k   403k
getOrganization          -                            401    ok     ok         ok       ok        ok    ok    404      403k  403k   403k    403k    403k     403k   403k
updateOrganization       organization.manage_settings 401    403    403        403      403       ok    ok    404      403k  403k   403k    403k    403k     403k   403k
deleteOrganization       organization.manage_settings 401    403    403        403      403       403k  ok    404      403k  403k   403k    403k    403k     403k   403k
listPeople               -                            401    ok     ok         ok       ok        ok    ok    404      403k  403k   403k    403k    403k     403k   403k
listOrganizationLocales  -                            401    ok     ok         ok       ok        ok    ok    404      403k  403k   403k    403k    403k     403k   403k
createOrganizationLocale project.manage               401    403    403        403      ok        ok    ok    404      403k  403k   403k    403k    403k     403k   403k
listMembers              organization.manage_settings 401    403    403        403      403       ok    ok    404      403k  403k   403k    403k    403k     403k   403k
listAudit                organization.manage_settings 401    403    403        403      403       ok    ok    404      403k  403k   403k    403k    403k     403k   403k
createMember             organization.manage_settings 401    403    403        403      403       ok    ok    404      403k  403k   403k    403k    403k     403k   403k
renewInvitation          organization.manage_settings 401    403    403        403      403       ok    ok    404      403k  403k   403k    403k    403k     403k   403k
createResetLink          organization.manage_settings 401    403    403        403      403       ok    ok    404      403k  403k   403k    403k    403k     403k   403k
updateMember             organization.manage_settings 401    403    403        403      403       ok    ok    404      403k  403k   403k    403k    403k     403k   403k
deleteMember             organization.manage_settings 401    403    403        403      403       ok    ok    404      403k  403k   403k    403k    403k     403k   403k
listProjects             -                            401    ok     ok         ok       ok        ok    ok    404      403k  403k   403k    403k    403k     403k   403k
createProject            project.manage               401    403    403        403      ok        ok    ok    404      403k  403k   403k    403k    403k     403k   403k

getProject               translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
updateProject            project.manage               401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      403    403k
listProjectLocales       translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
addProjectLocale         project.manage               401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      403    403k
removeProjectLocale      project.manage               401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      403    403k
listNamespaces           translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
createNamespace          project.manage               401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      403    403k
updateNamespace          project.manage               401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      403    403k
deleteNamespace          project.manage               401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      403    403k
getApiKey                -                            401    401k   401k       401k     401k      401k  401k  401k     ok    ok     ok      ok      ok       ok     ok
listApiKeys              project.manage               401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      403    403k
createApiKey             project.manage               401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      403    403k
deleteApiKey             project.manage               401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      403    403k
getStats                 translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
getWordsByDay            translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k

listKeys                 translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
createKey                translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
putValue                 translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
putValueOfKey            translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
putValues                translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
deleteKey                translation.delete           401    403    403        403      ok        ok    ok    404p     403   403    ok      403     403      403    403k
listActivity             translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
revertActivity           translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k

getKey                   translation.view             401    401k   401k       401k     401k      401k  401k  401k     ok    403    403     403     403      403    ok
pushKey                  translation.edit             401    401k   401k       401k     401k      401k  401k  401k     403   ok     403     403     403      403    ok
dropKey                  translation.delete           401    401k   401k       401k     401k      401k  401k  401k     403   403    ok      403     403      403    ok
updateKey                translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
listDeletedKeys          translation.delete           401    403    403        403      ok        ok    ok    404p     403   403    ok      403     403      403    403k
restoreKey               translation.delete           401    403    403        403      ok        ok    ok    404p     403   403    ok      403     403      403    403k
setStatus                translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
listKeyIds               translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
countKeys                translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
getKeyById               translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
getKeyContext            translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
getFormatData            translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
putFormatData            translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
searchSimilarKeys        translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
searchSimilarKeysByBody  translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
getTypes                 translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
listTypes                translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k

listDeployments          translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
putDeployment            translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
deleteDeployment         translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
getTypesImpact           translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k

batchDeleteKeys          translation.delete           401    403    403        403      ok        ok    ok    404p     403   403    ok      403     403      403    403k
batchSetStatus           translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
batchMoveKeys            translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
batchCopyValues          translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
batchClearValues         translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k

listFormats              -                            ok     ok     ok         ok       ok        ok    ok    ok       ok    ok     ok      ok      ok       ok     ok
exportKeys               project.export               401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
exportProject            project.export               401    401k   401k       401k     401k      401k  401k  401k     ok    403    403     403     403      403    403k
exportTranslations       project.export               401    401k   401k       401k     401k      401k  401k  401k     ok    403    403     403     403      403    ok

validateImport           project.import               401    403    403        403      ok        ok    ok    404p     403   ok     403     403     403      403    403k
revalidateImport         project.import               401    403    403        403      ok        ok    ok    404p     403   ok     403     403     403      403    403k
commitImport             project.import               401    403    403        403      ok        ok    ok    404p     403   ok     403     403     403      403    403k
listImportConflicts      project.import               401    403    403        403      ok        ok    ok    404p     403   ok     403     403     403      403    403k
listImports              translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
getImportProgress        project.import               401    403    403        403      ok        ok    ok    404p     403   ok     403     403     403      403    403k
validateCliImport        project.import               401    401k   401k       401k     401k      401k  401k  401k     403   ok     403     403     403      403    403k
commitCliImport          project.import               401    401k   401k       401k     401k      401k  401k  401k     403   ok     403     403     403      403    403k

machineTranslateKeys     translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
getMachineTranslationJob translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
cancelMachineTranslationJob translation.edit          401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
listMachineTranslationJobs translation.view           401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
suggestTranslation       translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   403    403     403     403      403    403k

listKeyComments          translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
createKeyComment         translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
updateKeyComment         translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
deleteKeyComment         translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
listComments             translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
createComment            translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
deleteComment            translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
createObservations       context.write                401    401k   401k       401k     401k      401k  401k  401k     403   403    403     403     ok       403    ok

getQa                    translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
updateQa                 project.manage               401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      403    403k
listIssues               translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
ignoreIssues             translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
reopenIssue              translation.edit             401    403    ok         ok       ok        ok    ok    404p     403   ok     403     403     403      403    403k
previewIssues            translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k

getGlossary              glossary.view                401    ok     ok         ok       ok        ok    ok    404m     401   401    401     401     401      401    401
listTerms                glossary.view                401    ok     ok         ok       ok        ok    ok    404m     403k  403k   403k    403k    403k     403k   403k
createTerm               glossary.create              401    403    403        ok       ok        ok    ok    404m     401   401    401     401     401      401    401
getTerm                  glossary.view                401    ok     ok         ok       ok        ok    ok    404m     403k  403k   403k    403k    403k     403k   403k
updateTerm               glossary.edit                401    403    403        ok       ok        ok    ok    404m     401   401    401     401     401      401    401
deleteTerm               glossary.delete              401    403    403        403      403       ok    ok    404m     401   401    401     401     401      401    401
createTermTranslation    glossary.edit                401    403    403        ok       ok        ok    ok    404m     401   401    401     401     401      401    401
updateTermTranslation    glossary.edit                401    403    403        ok       ok        ok    ok    404m     401   401    401     401     401      401    401
deleteTermTranslation    glossary.delete              401    403    403        403      403       ok    ok    404m     401   401    401     401     401      401    401
importGlossaryCsv        glossary.create              401    403    403        ok       ok        ok    ok    404m     401   401    401     401     401      401    401
importGlossaryJson       glossary.create              401    403    403        ok       ok        ok    ok    404m     401   401    401     401     401      401    401
importGlossaryTbx        glossary.create              401    403    403        ok       ok        ok    ok    404m     401   401    401     401     401      401    401
exportGlossaryCsv        glossary.view                401    ok     ok         ok       ok        ok    ok    404m     403k  403k   403k    403k    403k     403k   403k
exportGlossaryJson       glossary.view                401    ok     ok         ok       ok        ok    ok    404m     403k  403k   403k    403k    403k     403k   403k
exportGlossaryTbx        glossary.view                401    ok     ok         ok       ok        ok    ok    404m     403k  403k   403k    403k    403k     403k   403k
lookupTerms              glossary.view                401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k

streamProject            translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
putPresence              translation.view             401    ok     ok         ok       ok        ok    ok    404p     403   403    403     403     403      403    403k
streamKeys               translation.view             401    401k   401k       401k     401k      401k  401k  401k     ok    403    403     403     403      403    ok

listWebhooks             webhook.view                 401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      ok     403k
createWebhook            webhook.create               401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      ok     403k
getWebhook               webhook.view                 401    403    403        403      ok        ok    ok    404w     403   403    403     403     403      ok     404w
updateWebhook            webhook.edit                 401    403    403        403      ok        ok    ok    404w     403   403    403     403     403      ok     404w
deleteWebhook            webhook.delete               401    403    403        403      ok        ok    ok    404w     403   403    403     403     403      ok     404w
testWebhook              webhook.edit                 401    403    403        403      ok        ok    ok    404w     403   403    403     403     403      ok     404w
regenerateSecret         webhook.edit                 401    403    403        403      ok        ok    ok    404w     403   403    403     403     403      ok     404w
listDeliveries           webhook.view                 401    403    403        403      ok        ok    ok    404w     403   403    403     403     403      ok     404w
getWebhookStats          webhook.view                 401    403    403        403      ok        ok    ok    404w     403   403    403     403     403      ok     404w
getDelivery              webhook.view                 401    403    403        403      ok        ok    ok    404d     403   403    403     403     403      ok     404d
retryDelivery            webhook.edit                 401    403    403        403      ok        ok    ok    404d     403   403    403     403     403      ok     404d

deployCdn                project.manage               401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      403    403k
getCdn                   translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
listDeploys              translation.view             401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
publishDeploy            project.manage               401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      403    403k

listMemories             organization.manage_settings 401    403    403        403      403       ok    ok    404      403k  403k   403k    403k    403k     403k   403k
createMemory             organization.manage_settings 401    403    403        403      403       ok    ok    404      403k  403k   403k    403k    403k     403k   403k
getMemory                organization.manage_settings 401    403    403        403      403       ok    ok    404      404   404    404     404     404      404    404
updateMemory             organization.manage_settings 401    403    403        403      403       ok    ok    404      404   404    404     404     404      404    404
deleteMemory             organization.manage_settings 401    403    403        403      403       ok    ok    404      404   404    404     404     404      404    404
listMemoryEntries        organization.manage_settings 401    403    403        403      403       ok    ok    404      404   404    404     404     404      404    404
putMemoryEntry           organization.manage_settings 401    403    403        403      403       ok    ok    404      404   404    404     404     404      404    404
updateMemoryEntry        organization.manage_settings 401    403    403        403      403       ok    ok    404      404   404    404     404     404      404    404
deleteMemoryEntry        organization.manage_settings 401    403    403        403      403       ok    ok    404      404   404    404     404     404      404    404
getMemoryStats           organization.manage_settings 401    403    403        403      403       ok    ok    404      404   404    404     404     404      404    404
searchMemory             organization.manage_settings 401    403    403        403      403       ok    ok    404      404   404    404     404     404      404    404
replaceInMemory          organization.manage_settings 401    403    403        403      403       ok    ok    404      404   404    404     404     404      404    404
importTmx                organization.manage_settings 401    403    403        403      403       ok    ok    404      404   404    404     404     404      404    404
previewTmx               organization.manage_settings 401    403    403        403      403       ok    ok    404      404   404    404     404     404      404    404
exportTmx                organization.manage_settings 401    403    403        403      403       ok    ok    404      404   404    404     404     404      404    404
getMemorySettings        translation_memory.view      401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k
updateMemorySettings     translation_memory.edit      401    403    403        403      403       ok    ok    404p     403   403    403     403     403      403    403k
searchProjectMemories    translation_memory.view      401    ok     ok         ok       ok        ok    ok    404p     ok    403    403     403     403      403    403k

deleteProject            project.manage               401    403    403        403      ok        ok    ok    404p     403   403    403     403     403      403    403k
`

interface Sent {
  /** Another credential of the same actor, where the request ends the one it is sent with. */
  caller?: Caller
  /** Where the path shall name something else than usual. */
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

const PASSWORD = 'correct horse battery'
const EMPTY_TMX = '<tmx version="1.4"><header srclang="en"/><body/></tmx>'

/** What is sent to a route beside its path, so that it succeeds when the caller may ask, and not only once. */
export const accessRequests: { [Name in RouteName]?: (scene: AccessScene, actor: Actor) => Sent | Promise<Sent> } = {
  register: ({ unique }) => ({ body: { email: `${unique()}@example.com`, password: PASSWORD, name: 'Somebody' } }),
  login: ({ owner: { email, password } }) => ({ body: { email, password } }),
  acceptInvite: async ({ makeMember }) => ({
    body: { token: (await makeMember()).inviteToken, name: 'Somebody', password: PASSWORD },
  }),
  forgotPassword: () => ({ body: { email: 'somebody@example.com' } }),
  resetPassword: async ({ makeResetLink }) => ({ body: { token: await makeResetLink(), password: PASSWORD } }),
  logout: async ({ makeSession }, { person }) => (person ? { caller: await makeSession(person) } : {}),
  updateMe: ({ unique }) => ({ body: { name: unique() } }),
  completeLogin: async ({ makeSecondStep }) => ({ body: await makeSecondStep() }),
  loginWithPasskey: async ({ makeAssertion }) => ({ body: { credential: await makeAssertion() } }),
  confirmIdentity: () => ({ body: { password: PASSWORD } }),
  createSecondFactor: async ({ makeCode }, { person }) => ({ body: { code: await makeCode(person) } }),
  createPasskey: async ({ makeCredential }, { person }) => ({
    body: { name: 'Laptop', credential: await makeCredential(person) },
  }),
  updatePasskey: () => ({ body: { name: 'Renamed' } }),
  putPreferences: ({ unique }) => ({ body: { theme: unique() } }),

  beginProviderSignIn: () => ({ body: {} }),
  beginIdentityLink: () => ({ body: { currentPassword: PASSWORD } }),
  completeProviderSignIn: ({ makeArrival }, { caller }) => makeArrival(caller),
  deleteIdentity: () => ({ body: { currentPassword: PASSWORD } }),

  updateUser: () => ({ body: { isActive: false } }),
  deleteUserFactors: async ({ makeProtected }) => ({ params: { userId: (await makeProtected()).userId } }),

  createOrganization: ({ unique }) => ({ body: { name: unique() } }),
  // Of the owner's, so that the scene stays: the others are refused at their own.
  deleteOrganization: async ({ orgId, owner, makeOrganization }, { caller }) =>
    caller === owner
      ? { params: { orgId: (await makeOrganization()).id }, body: { name: 'Spare' } }
      : { params: { orgId }, body: { name: 'Spare' } },
  updateOrganization: ({ unique }) => ({ body: { name: unique() } }),
  createOrganizationLocale: () => ({ body: { code: 'pt-BR' } }),
  createMember: ({ unique }) => ({ body: { email: `${unique()}@example.com`, role: 'viewer' } }),
  createResetLink: ({ orgId, colleague }) => ({ params: { orgId, userId: colleague.userId } }),
  updateMember: () => ({ body: { role: 'translator' } }),
  createProject: () => ({ body: { name: 'New', sourceLocale: 'en' } }),

  updateProject: ({ unique }) => ({ body: { name: unique() } }),
  addProjectLocale: () => ({ body: { code: 'es' } }),
  createNamespace: ({ unique }) => ({ body: { name: unique() } }),
  updateNamespace: ({ unique }) => ({ body: { name: unique() } }),
  createApiKey: () => ({ body: { name: 'New', scopes: ['translations:read'] } }),

  createKey: ({ unique }) => ({
    body: { key: unique(), translations: { de: { value: 'Hallo', status: 'translated' } } },
  }),
  putValue: () => ({ body: { locale: 'de', value: 'Hallo', status: 'translated' } }),
  putValueOfKey: () => ({ body: { value: 'Hallo', status: 'translated' } }),
  putValues: async ({ makeKey }) => ({ body: { values: [{ keyId: await makeKey(), locale: 'de', value: 'Hallo' }] } }),
  pushKey: ({ unique }) => ({ body: { key: unique() } }),
  putDeployment: () => ({ body: { keys: [] } }),
  getTypesImpact: () => ({ body: { changes: [{ namespace: 'default', key: 'a', value: 'b' }] } }),
  putFormatData: () => ({ body: { po: { flags: ['c-format'] } } }),
  updateKey: () => ({ body: { description: 'For the cart' } }),
  restoreKey: async ({ projectId, makeDeletedKey }) => ({ params: { projectId, keyId: await makeDeletedKey() } }),
  setStatus: () => ({ body: { status: 'not_reviewed' } }),
  revertActivity: async ({ makeChange }) => {
    const id = await makeChange()
    return { body: { fromId: id, toId: id } }
  },
  searchSimilarKeys: () => ({ query: { sourceText: 'Hello', targetLocale: 'de' } }),
  searchSimilarKeysByBody: () => ({ body: { sourceText: 'Hello', targetLocale: 'de' } }),

  batchDeleteKeys: async ({ makeKey }) => ({ body: { keyIds: [await makeKey()] } }),
  batchSetStatus: async ({ makeValue }) => ({
    body: { keyIds: [(await makeValue()).keyId], localeCode: 'de', status: 'not_reviewed' },
  }),
  batchMoveKeys: async ({ makeKey, makeNamespace }) => ({
    body: { keyIds: [await makeKey()], targetNamespaceId: await makeNamespace() },
  }),
  batchCopyValues: async ({ makeValue }) => ({
    body: { keyIds: [(await makeValue()).keyId], fromLocaleCode: 'de', toLocaleCode: 'fr' },
  }),
  batchClearValues: async ({ makeValue }) => ({ body: { keyIds: [(await makeValue()).keyId], localeCodes: ['de'] } }),

  machineTranslateKeys: async ({ makeValue }) => ({
    body: { keyIds: [(await makeValue()).keyId], targetLocaleCodes: ['de'] },
  }),

  suggestTranslation: async ({ makeKey }) => ({ body: { keyId: await makeKey(), targetLocaleCode: 'de' } }),

  exportKeys: () => ({ body: {} }),

  validateImport: () => ({ body: { files: [] } }),
  revalidateImport: async ({ makeValidation }, { caller }) => ({
    body: { validationId: await makeValidation(caller) },
  }),
  commitImport: async ({ makeValidation }, { caller }) => ({
    body: { validationId: await makeValidation(caller), fileMappings: [], conflictResolutions: [] },
  }),
  validateCliImport: () => ({ body: { namespaces: {} } }),
  commitCliImport: ({ unique }) => ({
    body: {
      namespaces: { default: { de: { [unique()]: 'Hallo' } } },
      options: { conflictResolution: 'keep_local' },
    },
  }),

  createKeyComment: () => ({ body: { text: 'Too long for the button', locale: 'de' } }),
  updateKeyComment: () => ({ body: { isResolved: true } }),
  putPresence: async ({ makeKey }) => ({ body: { keyId: await makeKey(), locale: 'de' } }),
  createComment: () => ({ body: { text: 'Too long for the button' } }),
  createObservations: () => ({ body: { observations: [{ key: 'anything' }] } }),

  updateQa: () => ({ body: { blockReview: false } }),
  ignoreIssues: async ({ makeIssue }) => ({ body: { ids: [await makeIssue()], reason: 'As agreed', scope: 'value' } }),
  previewIssues: () => ({ body: { source: 'Hello', locale: 'de', value: 'Hallo' } }),

  createTerm: ({ unique }) => ({ body: { term: unique() } }),
  updateTerm: () => ({ body: { definition: 'What one buys' } }),
  createTermTranslation: ({ germanId }) => ({ body: { localeId: germanId, text: 'Korb' } }),
  updateTermTranslation: () => ({ body: { text: 'Korb' } }),
  importGlossaryCsv: ({ unique }) => ({
    body: {
      content: Buffer.from(`locale_code,term\nen,${unique()}`).toString('base64'),
      conflictStrategy: 'skip',
    },
  }),
  importGlossaryJson: () => ({ body: { version: '1.0', concepts: [], conflictStrategy: 'skip' } }),
  importGlossaryTbx: () => ({ body: { content: '<tbx/>', conflictStrategy: 'skip' } }),
  lookupTerms: () => ({ body: { text: 'fresh', sourceLocaleCode: 'en', targetLocaleCode: 'de' } }),

  createWebhook: ({ hook }) => ({ body: hook }),
  updateWebhook: () => ({ body: { name: 'Release' } }),

  createMemory: ({ sourceLocaleId }) => ({ body: { name: 'New', sourceLocaleId } }),
  updateMemory: () => ({ body: { name: 'Renamed' } }),
  putMemoryEntry: ({ germanId }) => ({
    body: { sourceText: 'Hello', targetText: 'Hallo', targetLocaleId: germanId },
  }),
  updateMemoryEntry: () => ({ body: { targetText: 'Servus' } }),
  searchMemory: ({ germanId }) => ({ body: { sourceText: 'Hello', targetLocaleId: germanId } }),
  replaceInMemory: ({ germanId }) => ({ body: { targetLocaleId: germanId, find: 'a', replace: 'b' } }),
  importTmx: () => ({ body: { content: EMPTY_TMX } }),
  previewTmx: () => ({ body: { content: EMPTY_TMX } }),
  updateMemorySettings: () => ({ body: { assignments: [] } }),
  searchProjectMemories: ({ germanId }) => ({ body: { sourceText: 'Hello', targetLocaleId: germanId } }),

  // A key's own project stays: the other keys need it, and no key may delete it.
  deleteProject: async ({ projectId, makeProject }, { caller }) => ({
    params: { projectId: caller.apiKey ? projectId : await makeProject() },
  }),
}
