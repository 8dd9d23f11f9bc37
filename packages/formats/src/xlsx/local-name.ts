/** The name of an element without its prefix: some programs write one everywhere. */
export const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** The prefix with its colon. */
export const prefixOf = (name: string) => name.slice(0, name.indexOf(':') + 1)
