import Type from 'typebox'
import { anyone } from '../access.ts'
import { FormatField, named } from '../fields.ts'
import { routes } from '../route.ts'
import { syntaxes } from '../syntaxes.ts'

const Format = Type.Object({
  id: FormatField,
  /** For people. */
  name: Type.String(),
  /** Without a dot, the one that is written first. */
  extensions: Type.Array(Type.String()),
  mediaType: Type.String(),
  /** Whether one file holds all languages. */
  isMultiLocale: Type.Boolean(),
  hasPlurals: Type.Boolean(),
  hasDescriptions: Type.Boolean(),
  hasStatuses: Type.Boolean(),
  /** In which texts are written, unless they say otherwise. */
  syntax: Type.Enum([...syntaxes]),
})

named({ Format })

export const formatRoutes = routes('Formats', {
  listFormats: {
    method: 'GET',
    path: '/formats',
    summary: 'The kinds of files that are read and written',
    access: anyone,
    responses: { 200: Type.Object({ formats: Type.Array(Format) }) },
  },
})
