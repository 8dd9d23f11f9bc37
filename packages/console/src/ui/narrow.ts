import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 767px)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Too narrow for a list beside anything: a phone, or a page that was made very large. */
export const useIsNarrow = () => useSyncExternalStore(subscribe, () => narrow.matches)
