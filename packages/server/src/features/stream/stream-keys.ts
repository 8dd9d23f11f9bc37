import { contract, keyStreamEvents } from '@parlance/contract'
import { fault } from '../../http/errors.ts'
import { frame } from '../../http/sse.ts'
import { implement } from '../../implement.ts'
import { lastEventIdOf } from '../../streams/open-streams.ts'

export const streamKeys = implement(contract.streamKeys, async (services, call) => {
  const { access, query, request, reply, now } = call
  const events = query.events?.length ? query.events : [...keyStreamEvents]
  const unknown = events.findIndex((event) => !(keyStreamEvents as readonly string[]).includes(event))
  if (unknown >= 0) throw fault('validationError', { field: `events.${unknown}` })
  await services.streams.open(reply, {
    kind: 'key',
    access,
    events,
    lastEventId: lastEventIdOf(request.headers, query),
    greeting: frame('connected', JSON.stringify({ projectId: access.projectId, events })),
    now,
  })
})
