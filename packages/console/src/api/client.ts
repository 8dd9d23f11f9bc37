import { createClient } from '@parlance/sdk'

/** Of the session; the service asks for it where a browser does not say which page a request comes from. */
let csrfToken: string | undefined

export function keepCsrfToken(token: string | undefined): void {
  csrfToken = token
}

/** Every route of the service by its name. */
export const api = createClient({
  baseUrl: location.origin,
  // Queries are asked again by their own rules and failed writes by whoever made them; imports may take their time.
  retries: 0,
  timeoutMs: Number.POSITIVE_INFINITY,
  fetch: (input, init) => {
    const headers = new Headers(init?.headers)
    if (csrfToken !== undefined && init?.method !== 'GET') headers.set('x-csrf-token', csrfToken)
    return fetch(input, { ...init, headers })
  },
})
