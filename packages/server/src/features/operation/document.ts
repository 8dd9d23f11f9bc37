import { openapi } from '@parlance/contract'
import packageJson from '../../../package.json' with { type: 'json' }

let text: string | undefined

/** The OpenAPI document as JSON. Written when it is first asked for, and once: only the address depends on who asks. */
export function documentAt(url: string): string {
  text ??= JSON.stringify({ ...openapi({ version: packageJson.version, url }), servers: undefined })
  return `{"servers":${JSON.stringify([{ url }])},${text.slice(1)}`
}
