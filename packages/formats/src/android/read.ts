import type { Entry } from '../entry.ts'
import { FlatEntries } from '../flat-entries.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { Lines } from '../lines.ts'
import { CATEGORIES, pluralMessage } from '../plural-message.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { decodeText as decodeFile } from '../text-file.ts'
import { commentText } from '../xml/comments.ts'
import { contentOf } from '../xml/element.ts'
import { decodeText, type Spelling } from './decode-text.ts'
import { type Item, type Resource, scanResources, type TextElement } from './resources.ts'

const NOTHING: ReadPart = { entries: [], nodes: 0 }
/** Characters of content that are read in a millisecond or two. */
const STEP = 2 ** 16

export function* readAndroid(bytes: Uint8Array, options: ReadOptions): Generator<ReadPart, void, void> {
  const { text } = yield* withPauses(decodeFile(bytes), NOTHING)
  const { resources, root } = yield* withPauses(scanResources(text), NOTHING)
  const locale = root.attributes['tools:locale']
  const entries = new FlatEntries(options, new Lines(text))
  let looked = 0
  for (const resource of resources) {
    for (const { entry, element } of resource.isTranslatable ? entriesOf(text, resource) : [])
      entries.add(locale === undefined ? entry : { ...entry, locale }, element.tag.from)
    for (const item of uncountedIn(resource))
      entries.tell('warning', 'unsupported_entry', 'There is no such quantity', resource.name, item.tag.from)
    looked += resource.to - resource.tag.from
    if (looked < STEP) continue
    looked = 0
    yield NOTHING
  }
  yield* entries.parts()
}

const uncountedIn = ({ kind, items, isTranslatable }: Resource) =>
  kind === 'plurals' && isTranslatable ? items.filter((item) => !isCounted(item)) : []

const isCounted = ({ quantity = '' }: Item) => CATEGORIES.includes(quantity)

export interface Found {
  entry: Entry
  element: TextElement
}

/** What a resource says; of a list, one entry for each of its members. */
export function entriesOf(text: string, resource: Resource): Found[] {
  const { kind, name, items } = resource
  if (kind === 'string') return [{ element: resource, entry: entryOf(text, resource, name, {}) }]
  if (kind === 'plurals') return [{ element: resource, entry: pluralOf(text, resource) }]
  const comment = resource.comment && { comment: resource.comment }
  return items.map((item, place) => ({
    element: item,
    entry: entryOf(text, { ...comment, ...item }, `${name}.${place}`, { array: true }),
  }))
}

interface OwnData extends Spelling {
  array?: true
  formatted?: string
}

function entryOf(text: string, element: TextElement, name: string, data: OwnData): Entry {
  const { value, spelling } = decodeText(contentOf(text, element))
  const { formatted } = element.tag.attributes
  return {
    ...named(name, { ...data, ...spelling, ...(formatted === undefined ? {} : { formatted }) }),
    value,
    ...described(text, element),
    at: element.content,
  }
}

function pluralOf(text: string, resource: Resource): Entry {
  const { branches, spelling } = formsIn(text, resource)
  const isEmpty = [...branches.values()].every((form) => form === '')
  return {
    ...named(resource.name, spelling),
    value: isEmpty ? '' : pluralMessage({ argument: 'count', type: 'cardinal', branches }),
    isPlural: true,
    ...described(text, resource),
    at: resource.content,
  }
}

/** The forms of a plural as the file has them. Of two for one quantity, the last counts. */
export function formsIn(text: string, { items }: Resource): { branches: Map<string, string>; spelling: Spelling } {
  const branches = new Map<string, string>()
  const spelling: Spelling = {}
  for (const item of items.filter(isCounted)) {
    const form = decodeText(contentOf(text, item))
    branches.set(item.quantity ?? '', form.value)
    Object.assign(spelling, form.spelling)
  }
  return { branches, spelling }
}

function described(text: string, { comment }: TextElement): Pick<Entry, 'description'> {
  const description = comment && commentText(text, comment)
  return description ? { description } : {}
}

function named(name: string, data: OwnData): Pick<Entry, 'key' | 'syntax' | 'formatData'> {
  const key = storedKey(name)
  const android = key === name ? data : { ...data, name }
  return { key, syntax: 'java', ...(Object.keys(android).length > 0 ? { formatData: { android } } : {}) }
}
