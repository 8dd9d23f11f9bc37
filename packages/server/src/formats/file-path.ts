/** The file of one namespace and locale, as archives and published files lay it out. */
export const filePath = (namespace: { name: string; isDefault: boolean }, locale: string) =>
  namespace.isDefault ? `${locale}.json` : `${fileName(namespace.name)}/${locale}.json`

/** A name that every file system takes for one name: what separates, drives or climbs is percent-encoded. */
export const fileName = (name: string) =>
  name === '.' || name === '..'
    ? name.replaceAll('.', '%2E')
    : name.replaceAll(/[%/\\:\p{Cc}]/gu, (character) =>
        Buffer.from(character)
          .toString('hex')
          .toUpperCase()
          .replaceAll(/../g, (byte) => `%${byte}`),
      )

/** The name a file was given for. What was never encoded stays as it is: not every file comes from here. */
export function nameOfFile(file: string): string {
  try {
    return decodeURIComponent(file)
  } catch {
    return file
  }
}
