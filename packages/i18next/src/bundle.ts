/** The texts of one namespace in one language, as i18next keeps them. */
export type Bundle = Record<string, unknown>

export interface Loaded {
  bundle: Bundle
  /** As they came, to see whether they are others than before. */
  text: string
  headers: Headers
}

/** Why texts did not come. */
export class LoadFault extends Error {
  override name = 'LoadFault'
  /** Whether asking again may help. */
  readonly isPassing: boolean

  constructor(message: string, isPassing: boolean, options?: ErrorOptions) {
    super(message, options)
    this.isPassing = isPassing
  }
}

/** What is not there is empty: a namespace without a file, a language that the project lacks. */
export async function loadBundle(url: string): Promise<Loaded> {
  const { status, headers, text } = await answerOf(url)
  if (status === 404) return { bundle: {}, text: '{}', headers }
  if (status !== 200) throw new LoadFault(`${url} answered ${status}`, status >= 500)
  return { bundle: parsed(url, text), text, headers }
}

async function answerOf(url: string) {
  try {
    const response = await fetch(url)
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    throw new LoadFault(`${url} did not answer`, true, { cause })
  }
}

function parsed(url: string, text: string): Bundle {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Bundle
  } catch {}
  throw new LoadFault(`${url} holds no texts for i18next`, false)
}
