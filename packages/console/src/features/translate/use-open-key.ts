import { useCallback, useRef, useState } from 'react'

/**
 * The open key. The address has it too, but later: whoever goes to the next row must not wait until the router has
 * gone there. `shown` is the one of the address; whenever it changes and not by us, it wins.
 */
export function useOpenKey(shown: number | undefined, write: (keyId: number | undefined) => void) {
  const [open, setOpen] = useState(shown)
  const [seen, setSeen] = useState(shown)
  const wanted = useRef<{ keyId: number | undefined } | null>(null)

  if (shown !== seen) {
    setSeen(shown)
    if (!wanted.current) setOpen(shown)
    else if (wanted.current.keyId === shown) wanted.current = null
  }

  const change = useCallback(
    (keyId: number | undefined) => {
      setOpen(keyId)
      wanted.current = { keyId }
      write(keyId)
    },
    [write],
  )
  return [open, change] as const
}
