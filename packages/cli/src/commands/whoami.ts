import { defineCommand } from '../command.ts'

export const whoami = defineCommand({
  flags: {},
  async run({ output, service }) {
    const { url, projectId, keyName, scopes, localeCodes, expiresAt } = await service()
    output.print(`The key "${keyName}" of project ${projectId} at ${url}`)
    output.print(`may ${scopes.join(', ') || 'nothing'}${localeCodes ? `, in ${localeCodes.join(', ')} only` : ''}`)
    if (expiresAt !== null) output.print(`until ${expiresAt}`)
    return { url, projectId, name: keyName, scopes, localeCodes, expiresAt }
  },
})
