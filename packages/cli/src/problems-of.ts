import { relative, sep } from 'node:path'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { Failure, type Problem } from './problem.ts'

/** What was thrown, as it is told. Only the service's refusals and faults of files are expected; the rest is a bug of ours. */
export async function problemsOf(error: unknown): Promise<readonly Problem[]> {
  if (error instanceof Failure) return error.problems
  const { ParlanceError, ParlanceNetworkError } = await import('@parlance/sdk')
  if (error instanceof ParlanceError) {
    const { status, code = `HTTP_${status}`, message, requestId } = error
    const id = requestId === undefined ? '' : ` (request ${requestId})`
    return [{ exitCode: exitCodeOf(error), code, message: message + lackOf(error) + id }]
  }
  if (error instanceof ParlanceNetworkError)
    return [{ exitCode: exitCodes.notReached, code: 'NETWORK', message: `${error.message}${causes(error)}` }]
  if (isOfFiles(error))
    return [{ exitCode: exitCodes.file, code: error.code ?? 'FILE', message: error.message, ...fileOf(error) }]
  return [{ exitCode: exitCodes.refused, code: 'INTERNAL', message: `This is a bug of the program: ${stackOf(error)}` }]
}

/** What people choose when they make a key, by what the service found missing. */
const SCOPES: Readonly<Record<string, string>> = {
  'translation.view': 'translations:read',
  'translation.edit': 'translations:write',
  'translation.review': 'translations:review',
  'translation.delete': 'translations:delete',
}

function lackOf({ meta = {} }: { meta: Readonly<Record<string, unknown>> | undefined }): string {
  const scope = SCOPES[String(meta['requiredPermission'])]
  return scope === undefined ? '' : ` It takes the scope ${scope}.`
}

export function exitCodeOf({ status, code }: { status: number; code: string | undefined }): ExitCode {
  if (status === 401 || (status === 403 && code === 'FORBIDDEN')) return exitCodes.notAllowed
  // A success that is no JSON comes from somebody else than the service.
  const isPassing = status < 400 || status >= 500 || status === 429 || status === 408 || status === 425
  return isPassing ? exitCodes.notReached : exitCodes.refused
}

/** Of errors within errors, as `fetch` has them, the innermost tells what happened. */
function causes(error: Error): string {
  let inner: unknown = error.cause
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  if (!(inner instanceof Error)) return ''
  const { code } = inner as NodeJS.ErrnoException
  const message = inner.message.replaceAll(/\s*\n\s*/g, ' ').trim()
  // Timeouts have numbers, which say nothing to anybody.
  const isNews = typeof code === 'string' && !message.includes(code)
  return `: ${isNews ? `${message} ${code}`.trim() : message}`
}

const isOfFiles = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'errno' in error

/** As people would write it from where they are. */
function fileOf({ path }: NodeJS.ErrnoException): { file?: string } {
  if (path === undefined) return {}
  const below = relative(process.cwd(), path)
  return { file: below === '' || below.split(sep, 1)[0] === '..' ? path : below.replaceAll(sep, '/') }
}

const stackOf = (error: unknown) =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error)).replaceAll(/\s*\n\s*/g, ' ')
