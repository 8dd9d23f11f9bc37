/** Written without spaces between words: sentences end without a mark, or with a space. */
export const WITHOUT_SPACES: ReadonlySet<string> = new Set(['bo', 'dz', 'km', 'lo', 'my', 'th'])
