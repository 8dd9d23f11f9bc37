import { relative, resolve, sep } from 'node:path'
import type { Told } from '../problem.ts'
import { visible } from './visible.ts'

/** A line that GitHub shows beside the place it is about. Undefined where nobody knows that. */
export function annotation(
  kind: 'error' | 'warning',
  { file, line, column, message }: Told,
  workspace: string | undefined,
): string | undefined {
  if (file === undefined) return undefined
  const places = Object.entries({ file: fromRoot(file, workspace), line, col: column }).filter(
    ([, value]) => value !== undefined,
  )
  const properties = places.map(([name, value]) => `${name}=${propertyText(String(value))}`)
  return `::${kind} ${properties.join(',')}::${messageText(message)}`
}

/** Files are told from the root of the repository, wherever the program runs. */
function fromRoot(file: string, workspace: string | undefined): string {
  if (!workspace) return file
  const path = relative(workspace, resolve(file)).replaceAll(sep, '/')
  return path.startsWith('../') ? file : path
}

const messageText = (text: string) =>
  visible(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'), false)
const propertyText = (text: string) => messageText(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
