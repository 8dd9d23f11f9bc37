import { contract } from '@parlance/contract'
import { type FormatId, formatOf, formats } from '@parlance/formats'
import { implement } from '../../implement.ts'

const describe = (id: FormatId) => {
  const { name, extensions, mediaType, isMultiLocale, hasPlurals, hasDescriptions, hasStatuses, syntax } = formatOf(id)
  return {
    id,
    name,
    extensions: [...extensions],
    mediaType,
    isMultiLocale,
    hasPlurals,
    hasDescriptions,
    hasStatuses,
    syntax,
  }
}

const answer = { formats: formats.map(({ id }) => describe(id)) }

export const listFormats = implement(contract.listFormats, async () => answer)
