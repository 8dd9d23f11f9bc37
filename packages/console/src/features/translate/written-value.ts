import type { Issue } from './checks.ts'
import type { ProjectLocale, Row } from './editor-context.ts'
import type { Mark, Notation } from './placeholders.ts'
import type { Plural } from './plural.ts'

/** How the open row reaches what is written in it, be it one field or one for each form. */
export interface WrittenValue {
  text(): string
  /** The forms of a plural that is written form by form. */
  forms(): Iterable<string>
  /** The whole text, as one step that can be taken back. */
  replace(text: string): void
  /** Where the caret is; `form` where there are several. */
  insert(text: string, form?: string): void
  /** Puts the first placeholder there that is missing where the caret is, and says which. */
  insertMissing(): string | undefined
  focus(): void
}

/** What the fields of a value are drawn from. */
export interface WrittenValueProps {
  row: Row
  locale: ProjectLocale
  /** As it is now. */
  text: string
  /** As the service has it. */
  saved: string
  source: string
  sourcePlural: Plural | undefined
  issues: readonly Issue[]
  describedBy: string
  isInvalid: boolean
  isFocused: boolean
  onChange: (text: string) => void
}

/** Whether the number of a plural may stay untold there: "one item" needs no 1. */
const mayLeaveNumberOut = (form: string) => form.startsWith('=') || ['zero', 'one', 'two'].includes(form)

/** What of the source a form has to have. */
export const wantedMarks = (marks: readonly Mark[], { pluralArgument }: Notation, form: string) =>
  mayLeaveNumberOut(form) ? marks.filter(({ name }) => name !== pluralArgument) : marks
