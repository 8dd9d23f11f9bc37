import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export function Cart() {
  const { t, i18n } = useTranslation()
  const [count, setCount] = useState(1)
  return (
    <main>
      <h1>{t('cart.title', 'Your cart')}</h1>
      <p>
        {t('cart.items', {
          count,
          defaultValue_one: '{{count}} item in your cart',
          defaultValue_other: '{{count}} items in your cart',
        })}
      </p>
      <button type="button" onClick={() => setCount(count + 1)}>
        {t('cart.add', 'One more')}
      </button>
      <button type="button" onClick={() => void i18n.changeLanguage(i18n.language === 'en' ? 'de' : 'en')}>
        {t('language.other', 'Deutsch')}
      </button>
    </main>
  )
}
