import { nameOfFile } from '@parlance/formats'

export interface NamedNamespace {
  namespace: string
  /** The one folder, as an export of ours has it, where it is taken for none that names a namespace. */
  folder?: string
}

interface Known {
  namespaces: ReadonlySet<string>
  defaultNamespace: string
}

/** Folders that hold translations and name none of them: those of platforms, of frameworks, and what people call theirs. */
const CONTAINERS = new Set(
  (
    '_locales android app assets config dist i18n ios intl l10n lang langs language languages lc_messages lib locale ' +
    'locales main messages po public raw res resources src static strings translation translations values'
  ).split(' '),
)

export const isContainer = (folder: string) => CONTAINERS.has(folder.toLowerCase())

/** The namespace of a file whose own name says nothing about it: the nearest folder that says more than "texts". */
export function namespaceOfFolders(
  folders: readonly string[],
  { namespaces, defaultNamespace }: Known,
): NamedNamespace {
  const telling = folders.findLast((folder) => !isContainer(folder) || namespaces.has(nameOfFile(folder)))
  if (telling !== undefined) return { namespace: nameOfFile(telling) }
  const [folder] = folders
  return {
    namespace: defaultNamespace,
    ...(folder !== undefined && folders.length === 1 ? { folder: nameOfFile(folder) } : {}),
  }
}

interface Placed {
  locale: string | null
  namespace: string
  folder?: string
}

/**
 * An archive of ours may hold a namespace that is called like a folder of a platform (`en.json`, `app/en.json`): files
 * that would meet in one place although they lie in different folders are kept apart by these.
 */
export function keepApart(places: readonly Placed[]): void {
  const meeting = Map.groupBy(places, ({ locale, namespace }) => `${locale}\0${namespace}`)
  for (const together of meeting.values()) {
    if (new Set(together.map(({ folder }) => folder)).size < 2) continue
    for (const place of together) if (place.folder !== undefined) place.namespace = place.folder
  }
}
