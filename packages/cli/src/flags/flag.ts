interface Named {
  summary: string
  short?: string
  /** A variable of the environment that says the same. */
  env?: string
}

/** What stands for the value in help: `<file>`. */
interface Valued extends Named {
  value: string
}

export type Flag =
  | (Named & { type: 'boolean' })
  | (Valued & { type: 'number'; isWhole?: boolean; min?: number; max?: number; default?: number })
  | (Valued & { type: 'text'; values?: readonly string[]; default?: string; completes?: Completion })
  | (Valued & { type: 'list'; values?: readonly string[]; completes?: Completion })

/** What a shell offers for a value where there is no fixed list. */
export type Completion = 'locales' | 'namespaces' | 'files'

/** By their names, without the dashes. */
export type FlagTable = Readonly<Record<string, Flag>>

type Choice<F> = F extends { values: readonly (infer V)[] } ? V : string

type ValueOf<F> = F extends { type: 'boolean' }
  ? boolean
  : F extends { type: 'number' }
    ? number | (F extends { default: number } ? never : undefined)
    : F extends { type: 'list' }
      ? readonly Choice<F>[]
      : Choice<F> | (F extends { default: string } ? never : undefined)

/** A list that was not given is empty. */
export type ValuesOf<Table extends FlagTable> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> }
