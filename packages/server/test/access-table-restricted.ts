/**
 * Who may call what when they may see German alone, in a project whose source is English: a second table beside that of
 * `access-table.ts`, with the same routes, requests and words, and written in the same way. Two words more:
 *
 *   403r   FORBIDDEN: what is asked for touches all languages
 *   403l   FORBIDDEN: a language that the caller may not see
 *
 * The keys were made by the restricted developer.
 */
export const restrictedAccessTable = `
route                        permission                   viewer/de translator/de reviewer/de developer/de admin/de owner/de :read/de :write/de :delete/de :review/de :context/de :hooks/de

getInstance                  -                            ok        ok            ok          ok           ok       ok       ok       ok        ok         ok         ok          ok
register                     -                            ok        ok            ok          ok           ok       ok       ok       ok        ok         ok         ok          ok
login                        -                            ok        ok            ok          ok           ok       ok       ok       ok        ok         ok         ok          ok
acceptInvite                 -                            403k      403k          403k        403k         403k     403k     ok       ok        ok         ok         ok          ok
getInvite                    -                            ok        ok            ok          ok           ok       ok       ok       ok        ok         ok         ok          ok
forgotPassword               -                            ok        ok            ok          ok           ok       ok       ok       ok        ok         ok         ok          ok
resetPassword                -                            ok        ok            ok          ok           ok       ok       ok       ok        ok         ok         ok          ok
completeLogin                -                            ok        ok            ok          ok           ok       ok       ok       ok        ok         ok         ok          ok
beginPasskeyLogin            -                            ok        ok            ok          ok           ok       ok       ok       ok        ok         ok         ok          ok
loginWithPasskey             -                            ok        ok            ok          ok           ok       ok       ok       ok        ok         ok         ok          ok
logout                       -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
getSession                   -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
updateMe                     -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
listSessions                 -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
deleteSession                -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
deleteOtherSessions          -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
getPreferences               -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
putPreferences               -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
beginProviderSignIn          -                            ok        ok            ok          ok           ok       ok       ok       ok        ok         ok         ok          ok
beginIdentityLink            -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
completeProviderSignIn       -                            ok        ok            ok          ok           ok       ok       ok       ok        ok         ok         ok          ok
listIdentities               -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
deleteIdentity               -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
confirmIdentity              -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
getSecondFactor              -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
beginSecondFactor            -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
createSecondFactor           -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
renewRecoveryCodes           -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
deleteSecondFactor           -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
listPasskeys                 -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
beginPasskey                 -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
createPasskey                -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
updatePasskey                -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
deletePasskey                -                            ok        ok            ok          ok           ok       ok       401      401       401        401        401         401

listUsers                    -                            403k      403k          403k        403k         403k     403k     403k     403k      403k       403k       403k        403k
updateUser                   -                            403k      403k          403k        403k         403k     403k     403k     403k      403k       403k       403k        403k
deleteUserFactors            -                            403k      403k          403k        403k         403k     403k     403k     403k      403k       403k       403k        403k

listOrganizations            -                            ok        ok            ok          ok           ok       ok       403k     403k      403k       403k       403k        403k
createOrganization           -                            ok        ok            ok          ok           ok       ok       403k     403k      403k       403k       403k        403k
getOrganization              -                            ok        ok            ok          ok           ok       ok       403k     403k      403k       403k       403k        403k
updateOrganization           organization.manage_settings 403       403           403         403          ok       ok       403k     403k      403k       403k       403k        403k
deleteOrganization           organization.manage_settings 403       403           403         403          403r     403r     403k     403k      403k       403k       403k        403k
listPeople                   -                            ok        ok            ok          ok           ok       ok       403k     403k      403k       403k       403k        403k
listOrganizationLocales      -                            ok        ok            ok          ok           ok       ok       403k     403k      403k       403k       403k        403k
createOrganizationLocale     project.manage               403       403           403         403l         403l     403l     403k     403k      403k       403k       403k        403k
listMembers                  organization.manage_settings 403       403           403         403          ok       ok       403k     403k      403k       403k       403k        403k
listAudit                    organization.manage_settings 403       403           403         403          ok       ok       403k     403k      403k       403k       403k        403k
createMember                 organization.manage_settings 403       403           403         403          403r     403r     403k     403k      403k       403k       403k        403k
renewInvitation              organization.manage_settings 403       403           403         403          403r     403r     403k     403k      403k       403k       403k        403k
createResetLink              organization.manage_settings 403       403           403         403          403r     403r     403k     403k      403k       403k       403k        403k
updateMember                 organization.manage_settings 403       403           403         403          403r     403r     403k     403k      403k       403k       403k        403k
deleteMember                 organization.manage_settings 403       403           403         403          403r     403r     403k     403k      403k       403k       403k        403k
listProjects                 -                            ok        ok            ok          ok           ok       ok       403k     403k      403k       403k       403k        403k
createProject                project.manage               403       403           403         403l         403l     403l     403k     403k      403k       403k       403k        403k

getProject                   translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
updateProject                project.manage               403       403           403         ok           ok       ok       403      403       403        403        403         403
listProjectLocales           translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
addProjectLocale             project.manage               403       403           403         403l         403l     403l     403      403       403        403        403         403
removeProjectLocale          project.manage               403       403           403         403l         403l     403l     403      403       403        403        403         403
listNamespaces               translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
createNamespace              project.manage               403       403           403         ok           ok       ok       403      403       403        403        403         403
updateNamespace              project.manage               403       403           403         ok           ok       ok       403      403       403        403        403         403
deleteNamespace              project.manage               403       403           403         403r         403r     403r     403      403       403        403        403         403
getApiKey                    -                            401k      401k          401k        401k         401k     401k     ok       ok        ok         ok         ok          ok
listApiKeys                  project.manage               403       403           403         ok           ok       ok       403      403       403        403        403         403
createApiKey                 project.manage               403       403           403         ok           ok       ok       403      403       403        403        403         403
deleteApiKey                 project.manage               403       403           403         ok           ok       ok       403      403       403        403        403         403
getStats                     translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
getWordsByDay                translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403

listKeys                     translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
createKey                    translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
putValue                     translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
putValueOfKey                translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
putValues                    translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
deleteKey                    translation.delete           403       403           403         403r         403r     403r     403      403       403r       403        403         403
listActivity                 translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
revertActivity               translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403

getKey                       translation.view             401k      401k          401k        401k         401k     401k     ok       403       403        403        403         403
pushKey                      translation.edit             401k      401k          401k        401k         401k     401k     403      ok        403        403        403         403
dropKey                      translation.delete           401k      401k          401k        401k         401k     401k     403      403       403r       403        403         403
updateKey                    translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
listDeletedKeys              translation.delete           403       403           403         ok           ok       ok       403      403       ok         403        403         403
restoreKey                   translation.delete           403       403           403         403r         403r     403r     403      403       403r       403        403         403
setStatus                    translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
listKeyIds                   translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
countKeys                    translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
getKeyById                   translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
getKeyContext                translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
getFormatData                translation.view             403r      403r          403r        403r         403r     403r     403r     403       403        403        403         403
putFormatData                translation.edit             403       403r          403r        403r         403r     403r     403      403r      403        403        403         403
searchSimilarKeys            translation.view             403l      403l          403l        403l         403l     403l     403l     403       403        403        403         403
searchSimilarKeysByBody      translation.view             403l      403l          403l        403l         403l     403l     403l     403       403        403        403         403
getTypes                     translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
listTypes                    translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403

listDeployments              translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
putDeployment                translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
deleteDeployment             translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
getTypesImpact               translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403

batchDeleteKeys              translation.delete           403       403           403         403r         403r     403r     403      403       403r       403        403         403
batchSetStatus               translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
batchMoveKeys                translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
batchCopyValues              translation.edit             403       403l          403l        403l         403l     403l     403      403l      403        403        403         403
batchClearValues             translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403

listFormats                  -                            ok        ok            ok          ok           ok       ok       ok       ok        ok         ok         ok          ok
exportKeys                   project.export               ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
exportProject                project.export               401k      401k          401k        401k         401k     401k     ok       403       403        403        403         403
exportTranslations           project.export               401k      401k          401k        401k         401k     401k     ok       403       403        403        403         403

validateImport               project.import               403       403           403         ok           ok       ok       403      ok        403        403        403         403
revalidateImport             project.import               403       403           403         ok           ok       ok       403      ok        403        403        403         403
commitImport                 project.import               403       403           403         ok           ok       ok       403      ok        403        403        403         403
listImportConflicts          project.import               403       403           403         ok           ok       ok       403      ok        403        403        403         403
listImports                  translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
getImportProgress            project.import               403       403           403         ok           ok       ok       403      ok        403        403        403         403
validateCliImport            project.import               401k      401k          401k        401k         401k     401k     403      ok        403        403        403         403
commitCliImport              project.import               401k      401k          401k        401k         401k     401k     403      ok        403        403        403         403

machineTranslateKeys         translation.edit             403       403l          403l        403l         403l     403l     403      403l      403        403        403         403
getMachineTranslationJob     translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
cancelMachineTranslationJob  translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
listMachineTranslationJobs   translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
suggestTranslation           translation.edit             403       403l          403l        403l         403l     403l     403      403       403        403        403         403

listKeyComments              translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
createKeyComment             translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
updateKeyComment             translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
deleteKeyComment             translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
listComments                 translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
createComment                translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
deleteComment                translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
createObservations           context.write                401k      401k          401k        401k         401k     401k     403      403       403        403        ok          403

getQa                        translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
updateQa                     project.manage               403       403           403         ok           ok       ok       403      403       403        403        403         403
listIssues                   translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
ignoreIssues                 translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
reopenIssue                  translation.edit             403       ok            ok          ok           ok       ok       403      ok        403        403        403         403
previewIssues                translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403

getGlossary                  glossary.view                ok        ok            ok          ok           ok       ok       401      401       401        401        401         401
listTerms                    glossary.view                ok        ok            ok          ok           ok       ok       403k     403k      403k       403k       403k        403k
createTerm                   glossary.create              403       403           403l        403l         403l     403l     401      401       401        401        401         401
getTerm                      glossary.view                ok        ok            ok          ok           ok       ok       403k     403k      403k       403k       403k        403k
updateTerm                   glossary.edit                403       403           403l        403l         403l     403l     401      401       401        401        401         401
deleteTerm                   glossary.delete              403       403           403         403          403r     403r     401      401       401        401        401         401
createTermTranslation        glossary.edit                403       403           ok          ok           ok       ok       401      401       401        401        401         401
updateTermTranslation        glossary.edit                403       403           ok          ok           ok       ok       401      401       401        401        401         401
deleteTermTranslation        glossary.delete              403       403           403         403          ok       ok       401      401       401        401        401         401
importGlossaryCsv            glossary.create              403       403           ok          ok           ok       ok       401      401       401        401        401         401
importGlossaryJson           glossary.create              403       403           ok          ok           ok       ok       401      401       401        401        401         401
importGlossaryTbx            glossary.create              403       403           ok          ok           ok       ok       401      401       401        401        401         401
exportGlossaryCsv            glossary.view                ok        ok            ok          ok           ok       ok       403k     403k      403k       403k       403k        403k
exportGlossaryJson           glossary.view                ok        ok            ok          ok           ok       ok       403k     403k      403k       403k       403k        403k
exportGlossaryTbx            glossary.view                ok        ok            ok          ok           ok       ok       403k     403k      403k       403k       403k        403k
lookupTerms                  glossary.view                403l      403l          403l        403l         403l     403l     403l     403       403        403        403         403

streamProject                translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
putPresence                  translation.view             ok        ok            ok          ok           ok       ok       403      403       403        403        403         403
streamKeys                   translation.view             401k      401k          401k        401k         401k     401k     ok       403       403        403        403         403

listWebhooks                 webhook.view                 403       403           403         ok           ok       ok       403      403       403        403        403         ok
createWebhook                webhook.create               403       403           403         ok           ok       ok       403      403       403        403        403         ok
getWebhook                   webhook.view                 403       403           403         ok           ok       ok       403      403       403        403        403         ok
updateWebhook                webhook.edit                 403       403           403         ok           ok       ok       403      403       403        403        403         ok
deleteWebhook                webhook.delete               403       403           403         ok           ok       ok       403      403       403        403        403         ok
testWebhook                  webhook.edit                 403       403           403         ok           ok       ok       403      403       403        403        403         ok
regenerateSecret             webhook.edit                 403       403           403         ok           ok       ok       403      403       403        403        403         ok
listDeliveries               webhook.view                 403       403           403         ok           ok       ok       403      403       403        403        403         ok
getWebhookStats              webhook.view                 403       403           403         ok           ok       ok       403      403       403        403        403         ok
getDelivery                  webhook.view                 403       403           403         ok           ok       ok       403      403       403        403        403         ok
retryDelivery                webhook.edit                 403       403           403         ok           ok       ok       403      403       403        403        403         ok

deployCdn                    project.manage               403       403           403         403r         403r     403r     403      403       403        403        403         403
getCdn                       translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
listDeploys                  translation.view             ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
publishDeploy                project.manage               403       403           403         403r         403r     403r     403      403       403        403        403         403

listMemories                 organization.manage_settings 403       403           403         403          ok       ok       403k     403k      403k       403k       403k        403k
createMemory                 organization.manage_settings 403       403           403         403          403l     403l     403k     403k      403k       403k       403k        403k
getMemory                    organization.manage_settings 403       403           403         403          ok       ok       404      404       404        404        404         404
updateMemory                 organization.manage_settings 403       403           403         403          ok       ok       404      404       404        404        404         404
deleteMemory                 organization.manage_settings 403       403           403         403          ok       ok       404      404       404        404        404         404
listMemoryEntries            organization.manage_settings 403       403           403         403          ok       ok       404      404       404        404        404         404
putMemoryEntry               organization.manage_settings 403       403           403         403          ok       ok       404      404       404        404        404         404
updateMemoryEntry            organization.manage_settings 403       403           403         403          ok       ok       404      404       404        404        404         404
deleteMemoryEntry            organization.manage_settings 403       403           403         403          ok       ok       404      404       404        404        404         404
getMemoryStats               organization.manage_settings 403       403           403         403          ok       ok       404      404       404        404        404         404
searchMemory                 organization.manage_settings 403       403           403         403          ok       ok       404      404       404        404        404         404
replaceInMemory              organization.manage_settings 403       403           403         403          ok       ok       404      404       404        404        404         404
importTmx                    organization.manage_settings 403       403           403         403          ok       ok       404      404       404        404        404         404
previewTmx                   organization.manage_settings 403       403           403         403          ok       ok       404      404       404        404        404         404
exportTmx                    organization.manage_settings 403       403           403         403          ok       ok       404      404       404        404        404         404
getMemorySettings            translation_memory.view      ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403
updateMemorySettings         translation_memory.edit      403       403           403         403          ok       ok       403      403       403        403        403         403
searchProjectMemories        translation_memory.view      ok        ok            ok          ok           ok       ok       ok       403       403        403        403         403

deleteProject                project.manage               403       403           403         403r         403r     403r     403      403       403        403        403         403
`
