import { defineCommand } from '../command.ts'
import { usageFailure } from '../problem.ts'
import { findFacts } from '../service/facts.ts'

export const mcp = defineCommand({
  flags: { 'read-only': { type: 'boolean', summary: 'offer nothing that writes' } },
  async run(invocation) {
    const { flags, globals, output, version } = invocation
    if (globals.json) throw usageFailure('What agents are told is on stdout already: --json has no place there.')
    const service = await invocation.service()
    // A key that may not even read is told before anybody asks.
    await findFacts(service, await invocation.configIfAny())
    const { serve } = await import('../mcp/serve.ts')
    output.note(`Serving project ${service.projectId} at ${service.url} on stdin and stdout, until stdin ends`)
    await serve({ service, version, isReadOnly: flags['read-only'], output })
    return {}
  },
})
