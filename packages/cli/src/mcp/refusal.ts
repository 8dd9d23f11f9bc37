import { ParlanceError } from '@parlance/sdk'
import { problemsOf } from '../problems-of.ts'

/** Why a tool did not do what it was asked to, for a program that has to decide what to do next. */
export interface Refusal {
  code: string
  message: string
  /** Of the service; null where none answered. */
  status: number | null
  /** Which argument of the request is wrong, as the service calls it. */
  field: string | null
  requiredPermission: string | null
  requestId: string | null
  advice: string | null
}

export async function refusalOf(error: unknown): Promise<Refusal> {
  if (error instanceof ParlanceError) return refusalOfService(error)
  const [problem] = await problemsOf(error)
  const { code = 'INTERNAL', message = 'Something went wrong.' } = problem ?? {}
  // What a bug of this program says about itself is for its log, not for an agent.
  const shown = code === 'INTERNAL' ? 'This is a bug of the program "parlance"; its log has more.' : message
  return { code, message: shown, ...NOTHING_OF_SERVICE, advice: ADVICE[code] ?? null }
}

const NOTHING_OF_SERVICE = { status: null, field: null, requiredPermission: null, requestId: null }

function refusalOfService({ status, code = `HTTP_${status}`, message, meta = {}, requestId }: ParlanceError): Refusal {
  const { field, requiredPermission } = meta
  const permission = typeof requiredPermission === 'string' ? requiredPermission : null
  return {
    code,
    message,
    status,
    field: typeof field === 'string' ? field : null,
    requiredPermission: permission,
    requestId: requestId ?? null,
    advice: (permission === null ? undefined : LACKING[permission]) ?? ADVICE[code] ?? null,
  }
}

/** By the permission that was missing. */
const LACKING: Readonly<Record<string, string>> = {
  'translation.view': 'The API key lacks the scope translations:read. Do not try again: tell the person you work for.',
  'translation.edit': 'The API key lacks the scope translations:write. Do not try again: tell the person you work for.',
  'translation.review':
    'The API key lacks the scope translations:review. Propose the text instead, and let a person approve it.',
  'translation.delete':
    'Keys would be deleted or come back, for which the API key lacks the scope translations:delete. A person can do it in the console.',
  'project.manage':
    'The range holds changes of others. Take back the ranges of your own writes one by one; a person who manages the project can take back the rest.',
}

/** By what the service, or the program itself, calls it. */
const ADVICE: Readonly<Record<string, string>> = {
  FORBIDDEN: 'The API key does not allow this. get_project tells what it may do, and in which languages.',
  UNAUTHORIZED: 'The API key was revoked or has expired: the program has to be started again with another.',
  AUTHENTICATION_REQUIRED: 'The API key was revoked or has expired: the program has to be started again with another.',
  LOCALE_NOT_ENABLED: 'get_project lists the languages of the project.',
  UNKNOWN_NAMESPACE: 'get_project lists the namespaces of the project.',
  INVALID_INPUT: 'A cursor belongs to the arguments it was given with. Begin again without one.',
  VALIDATION_ERROR: 'Mend the argument that is named.',
  FIELD_REQUIRED: 'Mend the argument that is named.',
  FIELD_TOO_LONG: 'Shorten the argument that is named.',
  FILE_TOO_LARGE: 'This is too much for one request: send fewer texts at a time.',
  HTTP_404: 'find_keys tells which keys there are.',
  RATE_LIMIT_EXCEEDED: 'Wait a little, and ask for more at once rather than more often.',
  LIMIT_EXCEEDED: 'This is a limit of the plan: tell the person you work for.',
  READ_ONLY_MODE: 'The organization is over its plan limits. Nothing can be written until people have dealt with that.',
  TRANSACTION_CONFLICT: 'Others wrote at the same time. Try again.',
  NETWORK:
    'The service was not reached. A write may have arrived all the same: list_changes tells, before you write again.',
}

/** Why one value was not written, though others of the same call may have been. */
export const ADVICE_ON_VALUES: Readonly<Record<string, string>> = {
  key_not_found: 'find_keys tells which keys there are.',
  locale_not_enabled: 'get_project lists the languages of the project.',
  forbidden: 'The API key does not see this language. get_project tells which ones it sees.',
  value_changed:
    'Somebody has written it since you looked. Read `after`; if yours is still better, send it again with the updatedAt that stands there.',
  value_too_long: 'Shorten the text to the characterLimit of the key.',
  qa_errors: 'This project approves only texts without errors. check_texts tells what is wrong.',
  approved:
    'Leave it, unless you were asked to change it or it is plainly wrong. Then send it again with replaceApproved.',
  no_value: 'There is no text in this language yet: send one.',
}
