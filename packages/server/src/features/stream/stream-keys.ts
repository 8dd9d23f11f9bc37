import { contract, keyStreamEvents } from '@parlance/contract'
import { wrongField } from '../../http/errors.ts'
import { frame } from '../../http/sse.ts'
import { implement } from '../../implement.ts'
import { lastEventIdOf } from '../../streams/open-streams.ts'

export const streamKeys = implement(contract.streamKeys, async (services, call) => {
  const { access, query, request, reply, now } = call
  const events = query.events?.length ? query.events : [...keyStreamEvents]
  const unknown = events.findIndex((event) => !(keyStreamEvents as readonly string[]).includes(event))
  if (unknown >= 0)
    throw wrongField(
      `events.${unknown}`,
      `\`events\` takes ${keyStreamEvents.map((event) => `\`${event}\``).join(', ')}.`,
    )
  await services.streams.open(reply, {
    kind: 'key',
    access,
    events,
    lastEventId: lastEventIdOf(request.headers, query),
    greeting: frame('connected', JSON.stringify({ projectId: access.projectId, events })),
    now,
  })
})
