import { faultOf } from '../entry-fault.ts'
import { FlatFile, type FlatItem } from '../flat-file.ts'
import { storedKey } from '../stored-key.ts'
import { nameIn } from './read.ts'
import { type IniProperty, scanIni } from './scan.ts'

export type IniItem = IniProperty & FlatItem

export interface Section {
  name: string
  file: FlatFile<IniItem>
  /** The last of each name. */
  items: Map<string, IniItem>
}

/** A file by its sections. The first is what stands before all of them. */
export interface Sections {
  all: Section[]
  /** Of sections with one name, the last. */
  byName: ReadonlyMap<string, Section>
  /** In which section the text of a key stands that counts. */
  byKey: ReadonlyMap<string, Section>
}

export function* sectionsOf(text: string): Generator<void, Sections, void> {
  let section = { name: '', file: new FlatFile<IniItem>(text), items: new Map<string, IniItem>() }
  const all = [section]
  const byName = new Map([['', section]])
  const byKey = new Map<string, Section>()
  for (const found of scanIni(text)) {
    if (found?.kind === 'section') {
      if (all.length === 1 && section.items.size === 0) section.file.end = found.from
      section = { name: found.name, file: new FlatFile<IniItem>(text, found.to), items: new Map() }
      all.push(section)
      byName.set(section.name, section)
    } else if (found?.kind === 'property') {
      const item = itemOf(found, section.name)
      section.file.add(item)
      section.items.set(item.key, item)
      byKey.set(item.key, section)
    } else if (!found) yield
  }
  return { all, byName, byKey }
}

/** What cannot be stored is nothing, as it is when it is read. */
function itemOf(property: IniProperty, section: string): IniItem {
  const key = storedKey(nameIn(section, property.name))
  return { ...property, key, value: faultOf(key, property.value) ? '' : property.value }
}
