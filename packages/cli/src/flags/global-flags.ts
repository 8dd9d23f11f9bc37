import type { FlagTable, ValuesOf } from './flag.ts'

/** What every command takes. */
export const globalFlags = {
  config: {
    type: 'text',
    value: '<file>',
    env: 'PARLANCE_CONFIG',
    summary: 'the configuration; else the nearest parlance.config upwards',
    completes: 'files',
  },
  url: { type: 'text', value: '<url>', env: 'PARLANCE_URL', summary: 'where the service is' },
  'api-key': { type: 'text', value: '<key>', env: 'PARLANCE_API_KEY', summary: 'wins over a login' },
  project: {
    type: 'number',
    value: '<id>',
    isWhole: true,
    min: 1,
    env: 'PARLANCE_PROJECT',
    summary: 'which project the key must be of',
  },
  json: { type: 'boolean', summary: 'one JSON document on stdout' },
  quiet: { type: 'boolean', short: 'q', summary: 'only errors' },
  verbose: { type: 'boolean', short: 'v', summary: 'every request' },
  'no-input': { type: 'boolean', env: 'CI', summary: 'never ask' },
  'no-color': { type: 'boolean', env: 'NO_COLOR', summary: 'no colours' },
  timeout: { type: 'number', value: '<seconds>', min: 1, default: 60, summary: 'of one request' },
  retries: { type: 'number', value: '<n>', isWhole: true, min: 0, max: 100, default: 4, summary: 'of one request' },
  help: { type: 'boolean', short: 'h', summary: 'this text' },
  version: { type: 'boolean', short: 'V', summary: 'the version' },
} as const satisfies FlagTable

export type Globals = ValuesOf<typeof globalFlags>
