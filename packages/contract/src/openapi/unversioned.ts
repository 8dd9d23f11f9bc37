import type { Refusals } from './refusals.ts'

const open = { description: 'Open to anyone.', security: [] }
const text = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description,
})
const header = (description: string) => ({ required: true, schema: { type: 'string' }, description })

const cors = { 'Access-Control-Allow-Origin': header('`*`: any page may read published files.') }
const FILE = text('file', 'As its format lays it out: `<locale>.json`, `values-<locale>/strings.xml`.')

const published = (operationId: string, summary: string, parameters: object[], refusals: Refusals) => ({
  get: {
    operationId,
    tags: ['CDN publishing'],
    summary,
    ...open,
    parameters: [text('token', 'Of the project: the end of its `cdnUrl`.'), ...parameters],
    responses: {
      200: {
        description: 'The file; compressed with brotli or gzip for those who accept it.',
        headers: {
          ...cors,
          ETag: header('Of this version; send it as `If-None-Match`.'),
          'Cache-Control': header('How long a copy may be used.'),
        },
        content: { 'application/json': { schema: { type: 'object' } }, '*/*': { schema: { type: 'string' } } },
      },
      304: { description: 'The copy with this `ETag` is still good.', headers: cors },
      ...refusals.tell(['notFound', 'unavailable']),
    },
  },
})

/** What carries no version: it belongs to the process, or its address is part of what is published. */
export const unversionedPaths = (refusals: Refusals) => ({
  '/health': {
    get: {
      operationId: 'getHealth',
      tags: ['Operation'],
      summary: 'Whether the service can do its work',
      ...open,
      parameters: [],
      responses: {
        200: {
          description: 'It can.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { status: { type: 'string', const: 'ok', description: 'That all is well.' } },
                required: ['status'],
              },
            },
          },
        },
        ...refusals.tell(['severalHosts', 'unavailable', 'cannotWrite']),
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'getMetrics',
      tags: ['Operation'],
      summary: 'What Prometheus collects of this process',
      description: 'Open on the machine itself. Elsewhere needs `METRICS_TOKEN` as a bearer token.',
      security: [{}, { metricsToken: [] }],
      parameters: [],
      responses: {
        200: { description: 'Metrics', content: { 'text/plain': { schema: { type: 'string' } } } },
        ...refusals.tell(['metricsTokenRequired', 'internal']),
      },
    },
  },
  '/cdn/{token}/{file}': published('getPublishedFile', 'A published file of the default namespace', [FILE], refusals),
  '/cdn/{token}/{namespace}/{file}': published(
    'getPublishedFileOfNamespace',
    'A published file of another namespace',
    [text('namespace', 'Its name, percent-encoded once.'), FILE],
    refusals,
  ),
})
