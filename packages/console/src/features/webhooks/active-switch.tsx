import { useText } from '../../text/context.tsx'
import { Switch } from '../../ui/choice.tsx'
import type { Rights } from './use-rights.ts'
import { useSwitch } from './use-webhook-deeds.ts'
import type { Webhook } from './webhook-queries.ts'

/** Whoever may not switch it on may still switch it off. */
export function ActiveSwitch({ webhook, rights }: { webhook: Webhook; rights: Rights }) {
  const { t } = useText()
  const { isActive, turn } = useSwitch(webhook)
  return (
    <Switch
      label={t('webhooks.active')}
      checked={isActive}
      disabled={!(isActive ? rights.maySwitchOff : rights.mayEdit)}
      onChange={turn}
    />
  )
}
