import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { lastEventIdOf } from '../../streams/open-streams.ts'

export const streamProject = implement(contract.streamProject, async (services, call) => {
  const { access, query, request, reply, now } = call
  const lastEventId = lastEventIdOf(request.headers, query)
  await services.streams.open(reply, {
    kind: 'project',
    access,
    events: undefined,
    lastEventId,
    greeting: undefined,
    now,
  })
})
