import Type from 'typebox'
import { Id, Nullable } from './fields.ts'

/** Which changes of the activity a request has made, both ends included; null when it has made none. */
export const ChangeRange = Nullable(
  Type.Object({ fromId: Id, toId: Id }, { description: 'Ids of the activity, for taking all of it back.' }),
)
