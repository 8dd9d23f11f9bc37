import { useTranslation } from 'react-i18next'

export function Cart({ name, count }: { name: string; count: number }) {
  const { t } = useTranslation()
  return (
    <main>
      <h1>{t('cart.title')}</h1>
      <p>{t('cart.greeting', { name })}</p>
      <p>{t('cart.items', { count })}</p>
      <button type="submit">{t('checkout:pay')}</button>
    </main>
  )
}
