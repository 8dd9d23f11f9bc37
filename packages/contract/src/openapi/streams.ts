import Type, { type TProperties } from 'typebox'
import { Id, named } from '../fields.ts'
import { connectionEvents, keyStreamEvents, passingEvents, streamEvents } from '../stream-events.ts'

/** When each event of a stream is told, or what it says. */
export const streamEventSummaries = {
  connected: 'The stream of an API key is open. It comes first.',
  heartbeat: 'Every 15 seconds: the stream is still open.',
  reset: 'What was missed is older than 24 hours: read everything anew, then go on from here.',
  'translation.upserted': 'A value was written, cleared or restored, or its status was set.',
  'key.created': 'A key was created or restored.',
  'key.updated': 'A key was renamed or moved, or its metadata changed.',
  'key.deleted': 'A key was deleted.',
  'namespace.created': 'A namespace was created.',
  'schema.updated': 'A message asks its caller for something else.',
  'project.locale.updated': 'A language was added or removed.',
  'batch_mt.scheduled': 'Jobs of machine translation wait.',
  'batch_mt.started': 'A job of machine translation has begun.',
  'batch_mt.progress': 'A job of machine translation has come further.',
  'batch_mt.completed': 'A job of machine translation is done.',
  'batch_mt.failed': 'A job of machine translation has failed as a whole.',
  'cdn_deploy.started': 'Files are being built to be published.',
  'cdn_deploy.completed': 'Files were published.',
  'cdn_deploy.failed': 'Files could not be published; what was out stays.',
  'comment.created': 'Somebody said something about a key or one of its values.',
  'comment.updated': 'A comment was resolved, or opened again.',
  'issue.ignored': 'Somebody said that a finding is right as it is.',
  'issue.reopened': 'A finding that was ignored is open again.',
  presence: 'Somebody is at a key, or at none any more. Told to others than themselves.',
  'issues.updated': 'How much is open about a value has changed.',
  'terms.updated': 'Something in the glossary of the organization has changed.',
} as const satisfies Record<StreamEventName, string>

type StreamEventName = keyof typeof connectionEvents | keyof typeof streamEvents | keyof typeof passingEvents

/** As what the data of an event is described in the document. */
export const streamComponentOf = (event: string) =>
  `${event.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

const data = Object.fromEntries(
  Object.entries<TProperties>({ ...connectionEvents, ...streamEvents, ...passingEvents }).map(([event, fields]) => {
    const description = `The data of \`${event}\`. ${streamEventSummaries[event as StreamEventName]}`
    const schema = Type.Object({ projectId: Id, ...fields }, { description })
    named({ [streamComponentOf(event)]: schema })
    return [event, schema]
  }),
)

const anyOf = (events: readonly string[]) => Type.Unsafe({ anyOf: events.map((event) => data[event]) })

/** The data of the events that a stream tells, by the operation that opens it. */
export const streamData = {
  streamProject: anyOf(Object.keys(data).filter((event) => event !== 'connected')),
  streamKeys: anyOf([...Object.keys(connectionEvents), ...keyStreamEvents]),
}
