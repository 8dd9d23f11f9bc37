/** Longer, and something is wrong with loading: then keys are left to the page. */
const PATIENCE_MS = 3_000

let text = ''
let isEntered = false
let stop: (() => void) | undefined

/** Keeps what is typed from now on, until there is a field to put it into: whoever knows Ctrl+K does not wait for it. */
export function keepEarlyKeys(): void {
  takeEarlyKeys()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Enter') isEntered = true
    else if (event.key.length === 1) text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', onKeyDown, { capture: true })
  const patience = setTimeout(takeEarlyKeys, PATIENCE_MS)
  stop = () => {
    clearTimeout(patience)
    removeEventListener('keydown', onKeyDown, { capture: true })
  }
}

/** What was typed meanwhile; from now on the page has its keys again. */
export function takeEarlyKeys(): { text: string; isEntered: boolean } {
  const taken = { text, isEntered }
  stop?.()
  stop = undefined
  text = ''
  isEntered = false
  return taken
}
