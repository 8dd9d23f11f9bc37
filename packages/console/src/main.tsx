import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/queries.ts'
import { applyAppearance, keptAppearance } from './features/accounts/appearance.ts'
import { router } from './routes.tsx'
import { ownText, TextProvider } from './text/context.tsx'
import { LANGUAGES } from './text/languages.ts'
import { AnnouncerProvider } from './ui/announcer.tsx'
import { ToastProvider } from './ui/toast.tsx'
import './ui/tokens.css'

const appearance = keptAppearance()
applyAppearance(appearance)
const texts = (await LANGUAGES[appearance.language].load()).default
const text = ownText(appearance.language, texts)

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <TextProvider text={text}>
      <QueryClientProvider client={queryClient}>
        <AnnouncerProvider>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </AnnouncerProvider>
      </QueryClientProvider>
    </TextProvider>
  </StrictMode>,
)
