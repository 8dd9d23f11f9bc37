import { createClient } from '@parlance/sdk'

/** Of the session; the service asks for it where a browser does not say which page a request comes from. */
let csrfToken: string | undefined

export function keepCsrfToken(token: string | undefined): void {
  csrfToken = token
}

/** Every route of the service by its name. */
export const api = createClient({
  baseUrl: location.origin,
  fetch: (input, init) => {
    const headers = new Headers(init?.headers)
    if (csrfToken !== undefined && init?.method !== 'GET') headers.set('x-csrf-token', csrfToken)
    return fetch(input, { ...init, headers })
  },
})
