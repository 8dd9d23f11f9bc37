import packageJson from '../../../package.json' with { type: 'json' }

let text: string | undefined

/**
 * The OpenAPI document as JSON. Loaded and written when it is first asked for, and once: most processes never are, and
 * only the address depends on who asks.
 */
export async function documentAt(url: string): Promise<string> {
  const { openapi } = await import('@parlance/contract/openapi')
  text ??= JSON.stringify({ ...openapi({ version: packageJson.version, url }), servers: undefined })
  return `{"servers":${JSON.stringify([{ url }])},${text.slice(1)}`
}
