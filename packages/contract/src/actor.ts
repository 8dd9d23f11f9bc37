import Type from 'typebox'
import { Id, Nullable, named } from './fields.ts'

/** Who did something. The name is the one they have now; it is null for the service itself. */
export const Actor = Type.Object({
  type: Type.Enum(['user', 'api_key', 'system']),
  id: Nullable(Id),
  name: Nullable(Type.String()),
})

named({ Actor })
