import Type from 'typebox'
import { Id, Nullable, named } from './fields.ts'

const Range = Type.Object({ fromId: Id, toId: Id }, { description: 'Ids of the activity, for taking all of it back.' })
named({ ChangeRange: Range })

/** Which changes of the activity a request has made, both ends included; null when it has made none. */
export const ChangeRange = Nullable(Range)

/** The same for routes whose answer is a key, a value or nothing. */
export const changesHeader = {
  'X-Parlance-Changes': Type.Optional(
    Type.String({
      pattern: '^[1-9][0-9]*-[1-9][0-9]*$',
      description:
        'The ids of the activity that the request has made, the first and the last. Left out: it has made none.',
    }),
  ),
}
