import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient, sessionQuery } from './api/queries.ts'
import { followOtherTabs, preferences, usePreferences, watchSignIn } from './features/accounts/index.ts'
import { router } from './routes.tsx'
import { ownText, TextProvider } from './text/context.tsx'
import type { LanguageCode } from './text/languages.ts'
import { textsIn } from './text/loaded.ts'
import { AnnouncerProvider } from './ui/announcer.tsx'
import { ToastProvider } from './ui/toast.tsx'
import './ui/tokens.css'

// What the first screen needs is asked for at once, not one thing after the other.
void queryClient.prefetchQuery(sessionQuery)
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  const component = router.routesById[routeId]?.options.component
  if (component && 'preload' in component) void component.preload?.()
}

const textIn = async (language: LanguageCode) => ownText(language, await textsIn(language))
const firstText = await textIn(preferences.get().language)

/** What is on the screen changes its language when the texts have come. */
function useTextOfPreference() {
  const { language } = usePreferences()
  const [text, setText] = useState(firstText)
  useEffect(() => {
    if (language === text.locale) return
    let isWanted = true
    void textIn(language).then((loaded) => isWanted && setText(loaded))
    return () => {
      isWanted = false
    }
  }, [language, text.locale])
  return text
}

function Console() {
  const text = useTextOfPreference()
  return (
    <TextProvider text={text}>
      <QueryClientProvider client={queryClient}>
        <AnnouncerProvider>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </AnnouncerProvider>
      </QueryClientProvider>
    </TextProvider>
  )
}

watchSignIn()
followOtherTabs()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Console />
  </StrictMode>,
)
