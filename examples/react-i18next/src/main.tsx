import { ParlanceBackend } from '@parlance/i18next'
import i18next from 'i18next'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { Cart } from './cart.tsx'

void i18next
  .use(ParlanceBackend)
  .use(initReactI18next)
  .init({
    lng: 'en',
    fallbackLng: 'en',
    backend: { cdnUrl: import.meta.env.VITE_CDN_URL, dev: import.meta.env.DEV && '/__parlance' },
    saveMissing: import.meta.env.DEV,
    interpolation: { escapeValue: false },
  })

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Suspense fallback="…">
        <Cart />
      </Suspense>
    </StrictMode>,
  )
