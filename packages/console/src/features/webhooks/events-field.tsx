import { useText } from '../../text/context.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { ALL_EVENTS, EVENT_GROUPS, GROUPS, type WebhookEvent, withEvents } from './events.ts'
import styles from './webhooks.module.css'

interface EventsFieldProps {
  events: readonly WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
  /** What is wrong with the choice. */
  error: string | undefined
}

/** What a webhook is told of, as group "Events". */
export function EventsField({ events, onChange, error }: EventsFieldProps) {
  const { t } = useText()
  const change = (changed: readonly WebhookEvent[], isChosen: boolean) =>
    onChange(withEvents(events, changed, isChosen))
  return (
    <fieldset className={styles.events}>
      <legend>{t('webhooks.events')}</legend>
      <Checkbox
        label={t('webhooks.allEvents')}
        checked={ALL_EVENTS.every((event) => events.includes(event))}
        onChange={(isChosen) => change(ALL_EVENTS, isChosen)}
      />
      <div className={styles.groups}>
        {GROUPS.map((group) => (
          <fieldset key={group} className={styles.group}>
            <legend>{t(`webhooks.group.${group}`)}</legend>
            {EVENT_GROUPS[group].map((event) => (
              <Checkbox
                key={event}
                label={t(`webhooks.event.${event}`)}
                title={event}
                checked={events.includes(event)}
                onChange={(isChosen) => change([event], isChosen)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
