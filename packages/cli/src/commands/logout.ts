import { defineCommand } from '../command.ts'
import { originOf, serviceUrl, severalLogins } from '../service/connect.ts'
import { forgetLogins, loginsFor } from '../service/credentials.ts'

export const logout = defineCommand({
  flags: { all: { type: 'boolean', summary: 'of all services and projects' } },
  async run({ flags, globals, env, output, configIfAny }) {
    const removed = flags.all ? forgetLogins(env) : await forgetOne()
    output.print(removed === 0 ? 'There was no login' : removed === 1 ? 'Logged out' : `Forgot ${removed} logins`)
    return { removed }

    async function forgetOne(): Promise<number> {
      const config = await configIfAny()
      const url = serviceUrl(globals.url ?? config?.url)
      const project = globals.project ?? config?.project
      const logins = loginsFor(env, originOf(url))
      if (project === undefined && Object.keys(logins).length > 1) throw severalLogins(logins, url)
      return forgetLogins(env, originOf(url), project)
    }
  },
})
