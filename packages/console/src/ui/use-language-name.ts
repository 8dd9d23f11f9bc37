import { useMemo } from 'react'
import { useText } from '../text/context.tsx'

/** What a language is called of which nothing but its code is known; the code where nobody has a name for it. */
export function useLanguageName(): (code: string) => string {
  const { locale } = useText()
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' })
    return (code) => {
      try {
        return names.of(code) ?? code
      } catch {
        return code
      }
    }
  }, [locale])
}
