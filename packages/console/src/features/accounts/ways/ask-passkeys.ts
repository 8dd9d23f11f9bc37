import { api } from '../../../api/client.ts'

/** Loaded where a passkey may be wanted. */
const webauthn = () => import('@simplewebauthn/browser')

/** So long before a challenge runs out, a page that waits for the choice of a passkey asks for another. */
const ASK_ANEW_MS = 8 * 60_000

/** Asks the browser for a passkey of whoever sits before it. */
export async function askForPasskey() {
  const [{ startAuthentication }, { options }] = await Promise.all([webauthn(), api.beginPasskeyLogin()])
  return startAuthentication({ optionsJSON: options as never })
}

/** Has a passkey made and adds it. */
export async function addPasskey(name: string) {
  const [{ startRegistration }, { options }] = await Promise.all([webauthn(), api.beginPasskey()])
  return api.createPasskey({ body: { name, credential: await startRegistration({ optionsJSON: options as never }) } })
}

/**
 * Lets the browser offer passkeys in the list below the field of the email, where it can. Ends when it is called off;
 * nobody has asked for it, so nobody is told when it comes to nothing.
 */
export function offerPasskeys(onChosen: (credential: Awaited<ReturnType<typeof askForPasskey>>) => void): () => void {
  let isOver = false
  let callOff = () => {}
  const offer = async () => {
    const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await webauthn()
    if (!(await browserSupportsWebAuthnAutofill())) return
    callOff = () => WebAuthnAbortService.cancelCeremony()
    for (let isStale = true; isStale && !isOver; ) {
      isStale = false
      const { options } = await api.beginPasskeyLogin()
      if (isOver) return
      const anew = setTimeout(() => {
        isStale = true
        callOff()
      }, ASK_ANEW_MS)
      const asked = startAuthentication({ optionsJSON: options as never, useBrowserAutofill: true })
      const credential = await asked.catch(() => undefined).finally(() => clearTimeout(anew))
      if (credential && !isOver) onChosen(credential)
    }
  }
  void offer().catch(() => {})
  return () => {
    isOver = true
    callOff()
  }
}
