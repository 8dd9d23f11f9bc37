import type { Scope } from './grants.ts'

/** What the lines are about. */
interface Subject {
  /** The address of the service. */
  origin: string
  projectId: number
  sourceLocale: string
  namespace: string
  /** A key that is there, for reading. */
  key: string
}

type Call =
  | 'getApiKey'
  | 'getKey'
  | 'pushKey'
  | 'dropKey'
  | 'exportTranslations'
  | 'exportProject'
  | 'validateCliImport'
  | 'commitCliImport'
  | 'createObservations'
  | 'streamKeys'

interface CurlLine {
  call: Call
  /** What a key needs for it. */
  scope: Scope
  text: string
}

/** Of the lines that write: nobody has a key of this name. */
const EXAMPLE = 'example.title'

/** Ready for a terminal: the calls that only programs make, with the key in PARLANCE_API_KEY. */
export function curlLines({ origin, projectId, sourceLocale, namespace, key }: Subject): CurlLine[] {
  const curl = (path: string, options: readonly string[] = [], body?: object) =>
    [
      `curl ${[...options, `"${origin}/v1${path}"`].join(' ')}`,
      '-H "Authorization: Bearer $PARLANCE_API_KEY"',
      ...(body ? ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body))}`] : []),
    ].join(' \\\n  ')
  const named = (name: string) => `/keys/${encoded(namespace)}/${encoded(name)}`
  const ofProject = `/projects/${projectId}`
  const namespaces = { [namespace]: { [sourceLocale]: { [EXAMPLE]: 'Hello' } } }
  const translations = { [sourceLocale]: { value: 'Hello', status: 'translated' } }
  const seen = { namespace, key: EXAMPLE, uiType: 'heading', screenGroup: 'Start' }
  const options = { conflictResolution: 'keep_server' }
  const read = 'translations:read'
  const write = 'translations:write'
  return [
    { call: 'getKey', scope: read, text: curl(named(key)) },
    { call: 'pushKey', scope: write, text: curl('/keys', ['-X PUT'], { namespace, key: EXAMPLE, translations }) },
    { call: 'dropKey', scope: 'translations:delete', text: curl(named(EXAMPLE), ['-X DELETE']) },
    { call: 'exportTranslations', scope: read, text: curl(`/translations?namespaces=${listed(namespace)}`) },
    { call: 'exportProject', scope: read, text: curl(`${ofProject}/export?locales=${listed(sourceLocale)}`) },
    { call: 'validateCliImport', scope: write, text: curl(`${ofProject}/import/validate`, [], { namespaces }) },
    { call: 'commitCliImport', scope: write, text: curl(`${ofProject}/import/commit`, [], { namespaces, options }) },
    {
      call: 'createObservations',
      scope: 'context:write',
      text: curl('/keys/observations', [], { observations: [seen] }),
    },
    { call: 'streamKeys', scope: read, text: curl('/keys/events/stream', ['-N']) },
    { call: 'getApiKey', scope: read, text: curl('/api-key') },
  ]
}

/** For an address between double quotes: nothing in it means something to a shell. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** As one item of a list with commas. */
const listed = (text: string) => encoded(text.replace(/[\\,]/g, '\\$&'))

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
