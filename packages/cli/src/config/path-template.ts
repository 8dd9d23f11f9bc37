export const PLACEHOLDERS = ['locale', 'locale_', 'locale-android', 'locale-apple', 'namespace']

const PLACEHOLDER = /\{([^{}]*)\}/g

/** Their names, in the order of the path. */
export const placeholdersOf = (path: string) => Array.from(path.matchAll(PLACEHOLDER), ([, name = '']) => name)

export const namesLocale = (path: string) => placeholdersOf(path).some((name) => name !== 'namespace')
export const namesNamespace = (path: string) => placeholdersOf(path).includes('namespace')

/** A path with something in place of each placeholder. */
export const filled = (path: string, fill: (name: string) => string) =>
  path.replaceAll(PLACEHOLDER, (_, name: string) => fill(name))

/** The same for each part of a path, of what stands still and of placeholders by their names. */
export const mapped = (path: string, still: (text: string) => string, placeholder: (name: string) => string) =>
  path
    .split(/\{([^{}]*)\}/)
    .map((part, at) => (at % 2 === 0 ? still(part) : placeholder(part)))
    .join('')

/** The parts of a path between slashes, each as what stands still and what varies. */
export const segmentsOf = (path: string) => path.split('/').filter((part) => part !== '' && part !== '.')
