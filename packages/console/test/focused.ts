import type { Page } from 'playwright-core'

/** What has the focus, by its name. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent
  })
