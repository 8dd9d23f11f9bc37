import Type from 'typebox'
import { Nullable, named, Text, Time } from './fields.ts'
import { limits } from './limits.ts'

/** What an application says about the place where it showed a key: the role of a text, the kind of a widget. */
export const ObservedLabel = Text({ max: 255 })

/** A text that was seen near a key on a screen. */
export const Neighbor = Type.Object({
  role: ObservedLabel,
  namespace: Text({ max: limits.namespaceName }),
  key: Text({ max: limits.keyName }),
  text: Text({ max: limits.value }),
})

/** Where and how a running application showed a key; `context` is there when something useful is known. */
export const KeyContext = Type.Object({
  observed: Type.Boolean(),
  hasSignal: Type.Boolean(),
  context: Type.Optional(
    Type.Object({
      uiType: Type.String(),
      translationRole: Type.String(),
      lengthHint: Nullable(Type.String()),
      neighbors: Type.Array(Neighbor),
      screenGroups: Type.Array(Type.String()),
      lastSeenAt: Nullable(Time),
      isStale: Type.Boolean(),
    }),
  ),
})

named({ Neighbor, KeyContext })
