/** What somebody asks for: a save, or a save that also approves. */
export type Wish = 'save' | 'approve'

export type Verdict =
  | { kind: 'send' }
  /** Told once; whoever asks again for the same text means it. */
  | { kind: 'warn'; errors: number }
  | { kind: 'refuse'; reason: 'tooLong' | 'errors' | 'readOnly' | 'gone' | 'empty' }
  /** Somebody else's text has to be looked at first. */
  | { kind: 'conflict' }

export interface Situation {
  wish: Wish
  /** The organization can only be read at the moment. */
  isReadOnly: boolean
  /** The key was deleted. */
  isGone: boolean
  isConflict: boolean
  isTooLong: boolean
  /** There is no text, neither here nor at the service. */
  isEmpty: boolean
  /** Open ones, in the text as it is. */
  errors: number
  /** Whether they were told for this very text. */
  isWarned: boolean
}

/** Whether a text goes out. */
export function judge(situation: Situation): Verdict {
  const { wish, isReadOnly, isGone, isConflict, isTooLong, isEmpty, errors, isWarned } = situation
  if (isReadOnly) return { kind: 'refuse', reason: 'readOnly' }
  if (isGone) return { kind: 'refuse', reason: 'gone' }
  if (isTooLong) return { kind: 'refuse', reason: 'tooLong' }
  if (isConflict) return { kind: 'conflict' }
  if (wish === 'approve' && isEmpty) return { kind: 'refuse', reason: 'empty' }
  if (errors === 0) return { kind: 'send' }
  if (wish === 'approve') return { kind: 'refuse', reason: 'errors' }
  return isWarned ? { kind: 'send' } : { kind: 'warn', errors }
}
