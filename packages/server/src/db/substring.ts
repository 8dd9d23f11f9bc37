/** A pattern for LIKE: texts that contain the search, with `%`, `_` and `\` as they are. */
export const containing = (search: string) => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Whether a search, or its pattern, has a run of three letters or digits, which is what trigrams are made of. */
export const hasTrigram = (search: string) => /[\p{L}\p{N}\p{M}]{3}/u.test(search)
