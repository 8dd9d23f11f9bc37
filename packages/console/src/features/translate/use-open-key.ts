import { useCallback, useRef, useState } from 'react'

/**
 * The open key. The address has it too, but later: whoever goes to the next row must not wait until the router has
 * gone there. `shown` is the one of the address; whenever it changes and not by us, it wins.
 */
export function useOpenKey(shown: number | undefined, write: (keyId: number | undefined) => Promise<void>) {
  const [open, setOpen] = useState(shown)
  const [seen, setSeen] = useState(shown)
  const wanted = useRef<{ keyId: number | undefined }>(null)

  if (shown !== seen) {
    setSeen(shown)
    if (!wanted.current) setOpen(shown)
  }

  const change = useCallback(
    (keyId: number | undefined) => {
      setOpen(keyId)
      const going = { keyId }
      wanted.current = going
      void write(keyId).finally(() => {
        if (wanted.current === going) wanted.current = null
      })
    },
    [write],
  )
  return [open, change] as const
}
