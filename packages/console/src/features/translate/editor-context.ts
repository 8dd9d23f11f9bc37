import type { AnswerOf } from '@parlance/sdk'
import { createContext, useContext } from 'react'
import type { Situation } from '../../api/errors.ts'
import { type Membership, may, type Permission } from '../../api/session.ts'
import type { EditorSearch, SearchPatch, Status } from './search.ts'

export type Project = AnswerOf<'getProject'>
export type ProjectLocale = Project['locales'][number]
/** A key with its values, as a list shows it. */
export type Row = AnswerOf<'listKeys'>['data'][number]
export type RowValue = Row['translations'][string]

/** One value of a project. */
export interface ValueRef {
  keyId: number
  locale: string
}

type Unsubscribe = () => void

/** The keys that were loaded, whatever list they are in. Typing draws nothing here: drafts have a store of their own. */
export interface Rows {
  /** Undefined while it is not loaded. */
  get(keyId: number): Row | undefined
  /** Deleted since it was loaded: its row stays, struck out. */
  isGone(keyId: number): boolean
  subscribe(keyId: number, listener: () => void): Unsubscribe
  put(rows: readonly Row[]): void
  patchValue(ref: ValueRef, value: RowValue | null): void
  markGone(keyId: number): void
  /** Those of them that are not there yet; again: all of them. */
  load(keyIds: readonly number[], again?: boolean): Promise<void>
  /** Something may have been missed: what is shown is loaded anew, the rest when it is needed. */
  reload(): Promise<void>
}

/** The keys that match, in order, by their ids. Holds still until it is asked to `refresh`. */
export interface KeyList {
  readonly ids: readonly number[]
  readonly isLoading: boolean
  /** Why it could not be loaded. */
  readonly failure: unknown
  indexOf(keyId: number): number
  /** Created by others since, and not shown yet. */
  readonly newCount: number
  subscribe(listener: () => void): Unsubscribe
  refresh(): Promise<void>
  /** How many match. */
  readonly count: number
  /** Shows a key that does not match, above the others: somebody has opened it. */
  include(keyId: number): void
  /** A key was created elsewhere: if it matches, it counts as new. */
  noteCreated(keyId: number): Promise<void>
}

/** What somebody typed and the service does not have. */
export interface Draft extends ValueRef {
  text: string
  /** What it was typed over. */
  base: { value: string | null; updatedAt: string | null }
  tmEntryId?: number
  /** Asked for with a save that was refused: sent again with the text, unless somebody types on. */
  status?: Status
  changedAt: number
}

export interface Drafts {
  get(ref: ValueRef): Draft | undefined
  /** A text equal to its base is no draft. */
  set(ref: ValueRef, text: string, origin?: { tmEntryId?: number }): void
  discard(ref: ValueRef): void
  /** One that was discarded, as it was. Settled when the device has it. */
  restore(draft: Draft): Promise<void>
  all(): readonly Draft[]
  /** Those that this page alone knows, because the device has refused them. */
  readonly unkept: number
  subscribe(ref: ValueRef, listener: () => void): Unsubscribe
  subscribeAll(listener: () => void): Unsubscribe
}

/** Their version of a value that was changed while somebody typed. */
export interface Theirs {
  value: string | null
  status: Status
  /** Null: there is no value any more. */
  updatedAt: string | null
  updatedBy: number | null
  /** Undefined until it is known. */
  name: string | undefined
}

export type SaveState =
  | { kind: 'idle' }
  /** Waiting: the service cannot be reached, and it goes out by itself as soon as it can. */
  | { kind: 'saving'; isWaiting: boolean }
  | { kind: 'saved' }
  /** Its text is `situation.<reason>`. */
  | { kind: 'failed'; reason: Situation }
  | { kind: 'conflict'; theirs: Theirs }

export type SaveNews =
  /** What was reviewed before is not so any more; after an undo: although the text is. */
  | { kind: 'saved' | 'undone'; ref: ValueRef; wasReviewed: boolean }
  | { kind: 'conflict'; ref: ValueRef }
  | { kind: 'failed'; ref: ValueRef; reason: Situation }

export interface Saves {
  /** Returns at once: the row says how it went. */
  save(ref: ValueRef, text: string, options?: { status?: Status; tmEntryId?: number }): void
  setStatus(ref: ValueRef, status: Status): void
  stateOf(ref: ValueRef): SaveState
  /** What was saved and not answered yet: it is shown instead of what the service has. */
  pendingText(ref: ValueRef): string | undefined
  subscribe(ref: ValueRef, listener: () => void): Unsubscribe
  /** Not answered yet. */
  readonly waiting: number
  subscribeAll(listener: () => void): Unsubscribe
  tryAgain(ref: ValueRef): void
  keepMine(ref: ValueRef): void
  takeTheirs(ref: ValueRef): void
  /** Writes back what stood there before the last save. */
  undo(ref: ValueRef): void
  /** How saves went, one after the other. */
  onNews(listener: (news: SaveNews) => void): Unsubscribe
  /** Those that this page alone knows, because the device has refused them. */
  readonly unkept: number
}

/** The field of the open row, for those who put a text into it. */
export interface OpenValue extends ValueRef {
  text(): string
  /** The whole text, as one step that Ctrl+Z takes back. */
  replace(text: string, origin?: { tmEntryId?: number }): void
  insert(text: string): void
  /** The words that are selected in the source, if any. */
  selectedSource(): string
  focus(): void
}

export interface Selection {
  readonly size: number
  has(keyId: number): boolean
  set(keyIds: Iterable<number>, isSelected: boolean): void
  clear(): void
  ids(): readonly number[]
  subscribe(listener: () => void): Unsubscribe
}

/** Values that somebody else has just changed: they are marked for two seconds. */
export interface Freshness {
  /** It is about to change. */
  expect(ref: ValueRef): void
  has(ref: ValueRef): boolean
  subscribe(ref: ValueRef, listener: () => void): Unsubscribe
}

export interface Person {
  userId: number
  name: string
}

/** Who else has which value open at the moment. */
export interface Presence {
  at(ref: ValueRef): readonly Person[]
  subscribe(ref: ValueRef, listener: () => void): Unsubscribe
  /** Somebody is somewhere, or nowhere any more. */
  hear(person: Person, ref: ValueRef | undefined): void
  /** Tells others where this page is, again and again until it is elsewhere. */
  goTo(ref: ValueRef | undefined): void
}

export interface Editor {
  project: Project
  membership: Membership | undefined
  /** The organization can only be read at the moment: texts are kept as drafts until it can be written in again. */
  isReadOnly: boolean
  /** The language that is translated into. */
  locale: ProjectLocale
  source: ProjectLocale
  /** The languages that rows have values in: the one translated into, the source where one may see it, and more that were chosen. */
  locales: readonly ProjectLocale[]
  list: KeyList
  rows: Rows
  drafts: Drafts
  saves: Saves
  selection: Selection
  freshness: Freshness
  presence: Presence
  search: EditorSearch
  setSearch(patch: SearchPatch, options?: { replace?: boolean }): void
  /** Opens a row, in another language if told; none: closes the open one and keeps its draft. */
  open(keyId: number | undefined, locale?: string): void
  /** The next or previous row, without saving. */
  step(by: 1 | -1): void
  /** The next row whose status needs work. */
  stepToWork(): void
  /** The open row tells here how to reach its field. */
  openValue: { current: OpenValue | null }
}

export const EditorContext = createContext<Editor | undefined>(undefined)

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('No editor above')
  return editor
}

/** Why this person writes nothing in a language, whatever happens; undefined where they do. */
export function lackOf({ membership }: Pick<Editor, 'membership'>, locale: string): 'role' | 'language' | undefined {
  if (!may(membership, 'translation.edit')) return 'role'
  return (membership?.localeCodes ?? [locale]).includes(locale) ? undefined : 'language'
}

/** Whether this person may write something now, which in an organization that can only be read nobody may. */
export const mayWrite = (
  { membership, isReadOnly }: Pick<Editor, 'membership' | 'isReadOnly'>,
  permission: Permission,
): boolean => !isReadOnly && may(membership, permission)
