import type { AnswerOf, RequestOf } from '@parlance/sdk'
import { judgeChanged, type Version } from './conflict.ts'
import type { Draft, RowValue, Theirs, ValueRef } from './editor-context.ts'
import type { Status } from './search.ts'

export type ValueBody = RequestOf<'putValueOfKey'>['body']
export type ValueAnswer = AnswerOf<'putValueOfKey'>

/** A value that is to be written, as the device keeps it until the service has answered. */
export interface SaveJob extends ValueRef {
  /** A typed text, a status for the text that is there, or what stood there before. */
  purpose: 'text' | 'status' | 'undo'
  text: string
  status?: Status
  tmEntryId?: number
  /** What it is written over, and nothing else. */
  base: Version
  /** What an undo brings back. */
  before: { value: string | null; status: Status }
  /** Texts that went out without an answer: the service may have one of them. */
  sent: readonly string[]
  savedAt: number
}

/** What the service has instead of what it was expected to have. */
export type There = Omit<Theirs, 'name'>

export function bodyOf({ text, status, tmEntryId, base }: SaveJob): ValueBody {
  return {
    value: text,
    expectedUpdatedAt: base.updatedAt,
    ...(status === undefined ? {} : { status }),
    ...(tmEntryId === undefined ? {} : { tmEntryId }),
  }
}

/** What to do when the service has something else. `newest` is what is wanted by now. */
export function courseAfter(newest: SaveJob, there: There, userId: number): 'saved' | 'again' | 'conflict' {
  // Written by us, and only the answer was lost: nobody else has been here.
  const isOurs = there.updatedBy === userId && newest.sent.includes(there.value ?? '')
  const verdict = judgeChanged(isOurs ? { ...newest.base, value: there.value } : newest.base, newest.text, there)
  if (verdict === 'conflict') return 'conflict'
  const isDone = verdict === 'same' && (newest.status === undefined || newest.status === there.status)
  return isDone ? 'saved' : 'again'
}

export function rowValueOf(answer: ValueAnswer): RowValue {
  const isReviewed = answer.status === 'translated'
  return {
    ...answer,
    reviewedBy: isReviewed ? answer.updatedBy : null,
    reviewedAt: isReviewed ? answer.updatedAt : null,
  }
}

/** The text of a save that was refused, as something to go on with. */
export function draftOf({ keyId, locale, text, status, tmEntryId, base, savedAt }: SaveJob): Draft {
  return {
    keyId,
    locale,
    text,
    base,
    changedAt: savedAt,
    ...(status === undefined ? {} : { status }),
    ...(tmEntryId === undefined ? {} : { tmEntryId }),
  }
}

/** Of a refusal with 409 VALUE_CHANGED. */
export function thereOf(meta: Record<string, unknown> | undefined): There {
  const { value, status, updatedAt, updatedBy } = meta ?? {}
  return {
    value: typeof value === 'string' ? value : null,
    status: typeof status === 'string' ? (status as Status) : 'not_translated',
    updatedAt: typeof updatedAt === 'string' ? updatedAt : null,
    updatedBy: typeof updatedBy === 'number' ? updatedBy : null,
  }
}
