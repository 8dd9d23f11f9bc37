import { text } from 'node:stream/consumers'
import { defineCommand } from '../command.ts'
import { usageFailure } from '../problem.ts'
import { openService, originOf, serviceUrl } from '../service/connect.ts'
import { credentialsPath, storeLogin } from '../service/credentials.ts'

export const login = defineCommand({
  flags: { stdin: { type: 'boolean', summary: 'read the key from standard input' } },
  async run({ flags, globals, env, output, configIfAny, ask }) {
    const config = await configIfAny()
    const url = serviceUrl(globals.url ?? config?.url)
    const typed = flags.stdin
      ? await text(process.stdin)
      : (globals['api-key'] ?? (await ask(`API key for ${url}: `, 'Use --stdin.', { isSecret: true })))
    const apiKey = typed.trim()
    if (apiKey === '') throw usageFailure('No API key was given.')
    const wanted = globals.project ?? config?.project
    const { projectId, keyName, expiresAt } = await openService({ url, apiKey, wanted, globals, env, output })
    storeLogin(env, originOf(url), projectId, { apiKey, name: keyName })
    output.print(`Logged in to project ${projectId} of ${url} with the key "${keyName}"`)
    output.detail(`It is kept in ${credentialsPath(env)}`)
    return { url, projectId, name: keyName, expiresAt }
  },
})
