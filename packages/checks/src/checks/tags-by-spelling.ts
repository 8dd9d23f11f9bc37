import { spellTag, type Tag } from '../text/tag.ts'

/** The tags of a text by what they are, opening and closing ones apart, in the order of the text. */
export const tagsBySpelling = (tags: readonly Tag[]): Map<string, Tag[]> => Map.groupBy(tags, spellTag)
