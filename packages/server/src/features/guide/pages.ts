import { eventsPage } from './events.ts'
import { operationPage } from './operation.ts'
import { overviewPage, schemaPage, schemasPage } from './overview.ts'
import { theReference } from './reference.ts'
import { signaturesPage } from './signatures.ts'

/** Every page of the guide, by its path below `/docs`. Undefined where there is none. */
export function pageAt(path: string, origin: string): string | undefined {
  const reference = theReference()
  const [room = '', name, ...more] = path.split('/')
  if (more.length > 0) return undefined
  if (room === 'operations' && name !== undefined) return operationPage(reference, name, origin)
  if (room === 'schemas' && name !== undefined) return schemaPage(reference, name)
  const write = name === undefined && Object.hasOwn(pages, room) ? pages[room as keyof typeof pages] : undefined
  return write?.(reference)
}

const pages = {
  '': overviewPage,
  events: eventsPage,
  signatures: signaturesPage,
  schemas: schemasPage,
}
