import Type from 'typebox'
import { anyoneOrUser } from '../access.ts'
import { Nullable } from '../fields.ts'
import { routes } from '../route.ts'

export const instanceRoutes = routes('Instance', {
  getInstance: {
    method: 'GET',
    path: '/instance',
    summary: 'What a client needs to know of this instance before anybody has signed in',
    access: anyoneOrUser,
    responses: {
      200: Type.Object({
        name: Type.Literal('Parlance'),
        /** Told to those who are signed in. */
        version: Nullable(Type.String()),
        hasAccounts: Type.Boolean(),
        /** Invitations and links to a new password are mailed, and people may ask for the latter themselves. */
        sendsMail: Type.Boolean(),
        /** Whether somebody without an account could make one at this moment, uninvited. */
        registration: Type.Enum(['open', 'closed']),
        /** What people may sign in with: a password, and an identity provider by its name. */
        signIn: Type.Object({
          /** False: passwords let in administrators of the instance alone. */
          hasPasswords: Type.Boolean(),
          provider: Nullable(Type.Object({ name: Type.String() })),
        }),
        machineTranslation: Type.Object({
          provider: Type.Enum(['memory', 'deepl', 'libretranslate', 'openai']),
          /** False where its budget is nothing, so that it never has a suggestion. */
          canSuggest: Type.Boolean(),
        }),
      }),
    },
  },
})
