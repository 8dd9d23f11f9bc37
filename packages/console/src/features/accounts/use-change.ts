import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Preferences } from './preferences.ts'
import { changePreferences } from './use-preferences.ts'

/** Changes a preference; says so when it holds on this device alone. */
export function useChange(): (patch: Partial<Preferences>) => void {
  const { t } = useText()
  const toast = useToast()
  return (patch) =>
    void changePreferences(patch).catch((error: unknown) =>
      toast({ text: t('appearance.hereOnly', { reason: t(`situation.${situationOf(error)}`) }), isFailure: true }),
    )
}
