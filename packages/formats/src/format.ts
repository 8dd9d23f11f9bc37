import type { Syntax } from '@parlance/contract/syntaxes'
import type { Entry } from './entry.ts'
import type { toIcu } from './placeholders/placeholders.ts'
import type { Remark } from './remark.ts'

type Remarks = (remark: Remark) => void
/** Options that only some formats know, as `Format.options` lists them. */
type OwnOptions = Readonly<Record<string, string | boolean>>

export interface ReadOptions {
  /** Of the texts, where the path of the file tells it. */
  locale?: string
  /** Of the texts that stand beside them in files of two languages. Left out: English. */
  sourceLocale?: string
  options?: OwnOptions
  /** Told as they come. */
  remark: Remarks
}

/** What was found in a step of reading. */
export interface ReadPart {
  entries: readonly Entry[]
  /** Texts, objects, lists, elements that were looked at: a file may be made of brackets and nothing else. */
  nodes: number
}

export interface WriteOptions {
  /** Of the texts; where a file holds several languages, the first of them. */
  locale: string
  /** Where a file holds several languages: all that entries may be in, in the order in which those of a key come. */
  locales?: readonly string[]
  /** Of the project. Its texts are `source` of the entries, for whoever may see them. */
  sourceLocale?: string
  /** Whose texts these are. */
  namespace?: string
  /** For formats that can nest. */
  structure: 'flat' | 'nested'
  /** For formats that can be read by people or not. */
  style: 'pretty' | 'minified'
  /** For formats with `converts`: whether they do. */
  placeholders?: Placeholders
  options?: OwnOptions
  /** Of `patch`: what the entries do not have leaves the file. Otherwise it stays. */
  prune?: boolean
  remark?: Remarks
}

/** Whether texts leave as they are stored, or ICU messages become texts in the syntax of the format. */
export type Placeholders = 'keep' | 'convert'

/** How paths name languages, where they do not do it as BCP 47 does. */
export interface LocaleSpelling {
  inPath(locale: string): string
  /** Undefined: it names none. */
  fromPath(spelled: string): string | undefined
  /** A name that stands for the source language, whichever that is. Nothing is written under it. */
  source?: string
}

/** A file beside the one of a format. */
export interface Companion {
  format: Format
  /** Whether an entry goes there; the others stay where they are. */
  holds(entry: Entry): boolean
  /** In each value that it holds: a database that looks for it first is done with most of them. */
  sign: string
}

/**
 * Of which entries a writer may have to remark something. Whoever must know all remarks before the first byte leaves has
 * only these entries written, to nowhere.
 */
export interface Remarkable {
  texts: {
    /** In each of them. A database that looks for it first is done with most texts at a fifth of the price. */
    letter: string
    /** Found in each of them; JavaScript and PostgreSQL read it alike. */
    pattern: string
  }
  names: {
    separator: string
    /** What may follow the separator. Where a key is called like another with such an end, they may meet in one name. */
    ends: readonly string[]
  }
}

export type Piece = string | Uint8Array

/** A file in the making. What is ready leaves at once, so that a file of any size takes little memory. */
export interface Writer {
  /**
   * Takes the next entries and returns what of the file is ready; nothing is `''`. They come sorted by key in code
   * points, each key once; in files of several languages, once for each of them.
   */
  add(entries: readonly Entry[]): Piece
  /** The rest, in steps of few milliseconds. */
  end(): Iterable<Piece>
}

/**
 * A kind of file for texts, as a value: whoever exports, imports or publishes asks the list in `formats.ts` and knows no
 * format by name. Reading and writing go in steps; who has others to think of lets them go first in between.
 */
export interface Format<Id extends string = string> {
  id: Id
  /** For people. */
  name: string
  /** Without a dot, the one that is written first. */
  extensions: readonly [string, ...string[]]
  mediaType: string
  /** Where the file lies inside the folder of its namespace; `{locale}` and `{namespace}` stand for their names. */
  path: string
  /** The same for the source language, where its file has no locale in its path. */
  sourcePath?: string
  /** Left out: languages are called in paths as anywhere else. */
  localeSpelling?: LocaleSpelling
  /** Whether one file holds all languages. */
  isMultiLocale: boolean
  hasPlurals: boolean
  hasDescriptions: boolean
  hasStatuses: boolean
  /** In which texts are written, unless they say otherwise. */
  syntax: Syntax
  /** The same for a text of which its files said it one by one, by what is kept of that. */
  syntaxSaidIn?(formatData: Readonly<Record<string, unknown>>): Syntax
  /**
   * What its files say beside descriptions and statuses: nothing else is looked up for them. `names` is as much of the
   * format data as brings names back that were too long to be stored.
   */
  needs?: readonly ('characterLimit' | 'source' | 'formatData' | 'names')[]
  /** Its writer turns ICU messages into its own syntax, unless it is told to keep them. */
  converts?: true
  /** With `converts`: what its writer has made of an ICU message, as one again; undefined: no message becomes that. */
  toIcu?: typeof toIcu
  /** For what the file itself cannot hold: Apple's strings have their plurals in another kind of file. */
  companion?: Companion
  /** Names and values of options of its own, the standard value first. */
  options?: Readonly<Record<string, readonly [string | boolean, ...(string | boolean)[]]>>
  /** Whether bytes under one of its extensions are of this format. It looks at structure, never at texts. */
  sniff(bytes: Uint8Array): boolean
  /**
   * Each step takes few milliseconds. A key comes once, in a language and namespace: which of two counts is for the
   * format to say. Throws an UnreadableFile; what is wrong with one entry is a remark.
   */
  read(bytes: Uint8Array, options: ReadOptions): Generator<ReadPart, void, void>
  write(options: WriteOptions): Writer
  /** Left out: `write` has nothing to remark, whatever it is given. `all`: it cannot be told beforehand. */
  remarkable?: Remarkable | 'all'
  /** Brings a file that exists up to date: what does not differ keeps its bytes. Left out: it is written anew. */
  patch?(base: Uint8Array, options: WriteOptions): Writer
}
