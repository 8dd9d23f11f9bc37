import { useState } from 'react'
import { codeOf, fieldOf, situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { askToSignIn } from '../accounts/ask-to-sign-in.ts'
import { isComplete, type KeyForm } from './key-form.ts'

interface Refusal {
  /** About all of it. */
  text?: string
  key?: string
  characterLimit?: string
}

/** A form about a key: what stands in it, whether it is being sent, and what the service said about it. */
export function useKeyForm(start: KeyForm) {
  const { t } = useText()
  const [form, setForm] = useState(start)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>({})

  const explain = (error: unknown): Refusal => {
    const field = fieldOf(error)
    const situation = situationOf(error)
    if (codeOf(error) === 'TRANSLATION_KEY_ALREADY_EXISTS' || situation === 'changed') return { key: t('key.taken') }
    if (field === 'key') return { key: t('key.unfit') }
    // The service says that something does not fit, but not what: only a limit can be too small.
    if (situation === 'invalid' && field === undefined && form.characterLimit !== '')
      return { characterLimit: t('key.limitUnderValue') }
    return { text: t(`situation.${situation}`) }
  }

  /** Whether it went through. */
  const submit = async (send: () => Promise<void>): Promise<boolean> => {
    if (!isComplete(form) || isBusy) return false
    setBusy(true)
    setRefusal({})
    try {
      await send()
      return true
    } catch (error) {
      if (situationOf(error) === 'signedOut') void askToSignIn()
      setRefusal(explain(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    form,
    change: (patch: Partial<KeyForm>) => setForm((now) => ({ ...now, ...patch })),
    submit,
    refusal,
    canSubmit: isComplete(form) && !isBusy,
  }
}
