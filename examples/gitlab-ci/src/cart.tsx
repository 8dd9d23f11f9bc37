import { FormattedMessage, useIntl } from 'react-intl'

export function Cart({ name, count }: { name: string; count: number }) {
  const { formatMessage } = useIntl()
  return (
    <main aria-label={formatMessage({ id: 'cart.title' })}>
      <p>
        <FormattedMessage id="cart.greeting" values={{ name }} />
      </p>
      <p>
        <FormattedMessage id="cart.items" values={{ count }} />
      </p>
    </main>
  )
}
