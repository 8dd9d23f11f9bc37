import { type MessagePart, placeholdersIn, readMessage, type Syntax, tagsIn } from '@parlance/checks'

/** A part of a text that is not language: a program puts something there, or reads it as a tag. */
export interface Mark {
  kind: 'placeholder' | 'tag'
  /** What it is compared by. */
  name: string
  /** As it stands in the text. */
  spelled: string
  start: number
  end: number
}

/** How placeholders are written in a text. */
export interface Notation {
  /** Of the key; null: nobody said, so whatever looks like one is taken for one. */
  syntax: Syntax | null
  /** The argument of the plural that the text is a form of: there `#` stands for it. */
  pluralArgument?: string | undefined
}

const CHOICE = /,\s{0,9}(?:plural|select|selectordinal)\s{0,9},/
// Quoted text first: what stands in it is text. Of a message that somebody is in the middle of writing, whatever is
// complete is marked.
const ICU =
  /''|'[{}<>][^']*(?:''[^']*)*'?|\{\{-?\s{0,9}(?<double>[^{},\s]{1,200})(?:[,\s][^{}]{0,500})?\}\}|\{\s{0,9}(?<name>[^\s\p{Pattern_Syntax}]{1,200})\s{0,9}(?:,\s{0,9}(?:number|date|time)\s{0,9}(?:,[^{}]{0,500})?)?\}|#/gu
const BRANCH_BEFORE = /(?:\b(?:zero|one|two|few|many|other)|=\d{1,15})\s{0,9}$/

/** What is marked in a text, in its order, none within another. */
export function marksIn(text: string, notation: Notation): Mark[] {
  const { syntax, pluralArgument } = notation
  const isMessage = syntax === null || syntax === 'icu' || pluralArgument !== undefined
  const found = isMessage ? ofMessage(text, pluralArgument) : []
  if (syntax === null) found.push(...placeholdersIn(text, 'printf').filter(standsAlone(text)).map(asMark))
  else if (syntax !== 'icu') found.push(...placeholdersIn(text, syntax).map(asMark))
  const outer = outermost(found)
  const tags = tagsIn(text, outer).map(({ name, isClosing, start, end }): Mark => {
    const spelled = text.slice(start, end)
    return { kind: 'tag', name: isClosing ? `</${name}>` : `<${name}>`, spelled, start, end }
  })
  return tags.length === 0 ? outer : outermost([...outer, ...tags])
}

const asMark = ({ name, spelled, start, end }: Omit<Mark, 'kind'>): Mark => ({
  kind: 'placeholder',
  name,
  spelled,
  start,
  end,
})

/** `50%discount` holds no `%d`. */
const standsAlone =
  (text: string) =>
  ({ start, end }: { start: number; end: number }) =>
    !/[\p{L}\p{N}]/u.test(text[end] ?? '') && !/\p{N}/u.test(text[start - 1] ?? '')

function ofMessage(text: string, pluralArgument: string | undefined): Mark[] {
  if (!/[{#]/.test(text)) return []
  const hasChoice = CHOICE.test(text)
  const parts = hasChoice ? readMessage(text) : undefined
  if (parts) return partsMarked(parts, text, pluralArgument)
  const found: Mark[] = []
  for (const { 0: spelled, index, groups } of text.matchAll(ICU)) {
    const name = spelled === '#' ? pluralArgument : (groups?.['name'] ?? groups?.['double'])
    if (name === undefined || (hasChoice && BRANCH_BEFORE.test(text.slice(Math.max(0, index - 30), index)))) continue
    found.push(asMark({ name, spelled, start: index, end: index + spelled.length }))
  }
  return found
}

function partsMarked(parts: readonly MessagePart[], text: string, pluralArgument: string | undefined): Mark[] {
  return parts.flatMap((part): Mark[] => {
    if (part.kind === 'text') return []
    const { start, end } = part
    if (part.kind === 'argument') return [asMark({ name: part.name, spelled: text.slice(start, end), start, end })]
    if (part.kind === 'count') return [asMark({ name: pluralArgument ?? '#', spelled: '#', start, end })]
    const inner = part.type === 'select' ? pluralArgument : part.name
    return part.branches.flatMap((branch) => partsMarked(branch.parts, text, inner))
  })
}

function outermost(marks: Mark[]): Mark[] {
  let end = 0
  return marks
    .sort((one, other) => one.start - other.start || other.end - one.end)
    .filter((mark) => {
      if (mark.start < end) return false
      end = mark.end
      return true
    })
}

/** Those of the source that a text lacks, in the order of the source: placeholders once, tags as often as they are missing. */
export function missingMarks(source: readonly Mark[], target: readonly Mark[]): Mark[] {
  const left = new Map<string, number>()
  for (const { name } of target) left.set(name, (left.get(name) ?? 0) + 1)
  const told = new Set<string>()
  return source.filter(({ kind, name }) => {
    const count = left.get(name) ?? 0
    if (kind === 'tag') {
      left.set(name, count - 1)
      return count <= 0
    }
    if (count > 0 || told.has(name)) return false
    told.add(name)
    return true
  })
}

const LONGEST_BEGUN = 60

export interface Offer {
  /** What of it is written. */
  begun: string
  texts: readonly string[]
}

/** What somebody may mean who has begun to write a placeholder: those of the source that begin so. */
export function offerFor(before: string, candidates: readonly string[]): Offer | undefined {
  for (let at = Math.max(0, before.length - LONGEST_BEGUN); at < before.length; at++) {
    const begun = before.slice(at)
    const folded = begun.toLowerCase()
    const texts = candidates.filter((one) => one.length > begun.length && one.toLowerCase().startsWith(folded))
    if (texts.length > 0) return { begun, texts }
  }
  return undefined
}

/** How the placeholders of a source are spelled, each once; in a plural its own number can be spelled out, too. */
export function candidatesOf(source: readonly Mark[], { pluralArgument }: Notation): string[] {
  const own =
    pluralArgument !== undefined && source.some(({ spelled }) => spelled === '#') ? [`{${pluralArgument}}`] : []
  return [...new Set([...source.map(({ spelled }) => spelled), ...own])]
}
