import { situationOf } from '../api/errors.ts'
import { useText } from '../text/context.tsx'
import { Button } from './button.tsx'
import { Nothing } from './page.tsx'

/** What a query has to say here. */
interface Asked {
  data: unknown
  error: Error | null
  refetch: () => unknown
}

/** In the place of what could not be read: why, and a way to try again. Nothing while there is something to show. */
export function Failed({ query: { data, error, refetch } }: { query: Asked }) {
  const { t } = useText()
  if (error === null || data !== undefined) return null
  return (
    <Nothing actions={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}>
      <span role="alert">{t(`situation.${situationOf(error)}`)}</span>
    </Nothing>
  )
}
