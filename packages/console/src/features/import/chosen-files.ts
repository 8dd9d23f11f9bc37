/** A file as somebody chose it, with its folders. */
export interface ChosenFile {
  path: string
  file: Blob
}

/** What systems put beside files, and nobody means: hidden files, and those of file managers. */
const isMeant = (path: string) => {
  const name = path.split('/').at(-1) ?? ''
  return !name.startsWith('.') && !path.includes('__MACOSX/') && name !== 'Thumbs.db' && name !== 'desktop.ini'
}

/** Of a field: single files, or all of a folder. */
export const filesOfField = (files: Iterable<File>): ChosenFile[] =>
  Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file })).filter(({ path }) =>
    isMeant(path),
  )

/** What was dropped: files and folders with all that is in them. */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  // To be asked for at once: when the drop is over, the items are gone.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (entries.length === 0) return filesOfField(files)
  const found: ChosenFile[] = []
  for (const entry of entries) await gather(entry, found)
  return found.filter(({ path }) => isMeant(path))
}

async function gather(entry: FileSystemEntry, found: ChosenFile[]): Promise<void> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ path: entry.fullPath.replace(/^\//, ''), file })
    return
  }
  for (const inner of await entriesOf(entry as FileSystemDirectoryEntry)) await gather(inner, found)
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** Browsers tell the content of a folder in parts; an empty one is the last. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return all
    all.push(...part)
  }
}
