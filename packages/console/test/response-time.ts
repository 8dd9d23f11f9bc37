import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { onThisMachine } from '../../server/test/this-machine.ts'

/** What is to be seen, by CSS: only that can be asked of a page at every one of its changes. */
interface Sight {
  selector: string
  /** Somewhere in it. */
  text?: string
}

/**
 * Milliseconds from the press of a key until the page shows something, as the page itself sees it: what playwright needs
 * to hear of it is not what a person waits for.
 */
export async function msUntilShown(page: Page, keys: string, sight: Sight): Promise<number> {
  await page.evaluate(watch, sight)
  await page.keyboard.press(keys)
  return page.evaluate(() => (window as never as { shown: Promise<number> }).shown)
}

function watch({ selector, text = '' }: Sight): void {
  const shown = new Promise<number>((resolve) => {
    let pressedAt: number | undefined
    const end = new AbortController()
    const look = () => {
      if (pressedAt === undefined || !document.querySelector(selector)?.textContent?.includes(text)) return
      end.abort()
      changes.disconnect()
      resolve(performance.now() - pressedAt)
    }
    const changes = new MutationObserver(look)
    changes.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    addEventListener('focusin', look, { signal: end.signal, capture: true })
    const press = ({ timeStamp, key }: KeyboardEvent) => {
      if (!['Control', 'Alt', 'Shift'].includes(key)) pressedAt ??= timeStamp
    }
    addEventListener('keydown', press, { signal: end.signal, capture: true })
  })
  Object.assign(window, { shown })
}

/** The best of several, because others are at work on this machine, too; stretched by how slow it is. */
export function assertWithin(milliseconds: number, taken: readonly number[]): void {
  const limit = onThisMachine(milliseconds)
  assert.ok(
    Math.min(...taken) < limit,
    `took ${taken.map(Math.round).join(', ')} ms, and at best ${limit} were allowed`,
  )
}
