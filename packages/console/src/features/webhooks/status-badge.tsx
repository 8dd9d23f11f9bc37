import { useText } from '../../text/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { DeliveryStatus } from './deliveries.ts'

const TONES = { pending: 'accent', retrying: 'waiting', success: 'good', failed: 'bad' } as const

export function StatusBadge({ status }: { status: DeliveryStatus }) {
  const { t } = useText()
  return <Badge tone={TONES[status]}>{t(`webhooks.status.${status}`)}</Badge>
}
