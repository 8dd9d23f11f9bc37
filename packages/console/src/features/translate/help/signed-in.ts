import { situationOf } from '../../../api/errors.ts'
import { askToSignIn } from '../../accounts/ask-to-sign-in.ts'

/** Does something; where the sign-in has ended, asks for it above the page and does it then. */
export async function signedIn<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (situationOf(error) !== 'signedOut') throw error
    await askToSignIn()
    return act()
  }
}
