import type { Window } from './windows.ts'

/** What goes between a page and the service, and what else a press can come to. */
export class Traffic {
  /** Things that a press has led to. */
  count = 0
  /** More of the console was loaded: what it shows comes a moment after it. */
  isLoading = false
  refused: { status: number; what: string }[] = []
  readonly #page: Window
  readonly #open = new Set<object>()

  constructor(page: Window) {
    this.#page = page
    page.on('request', (request) => {
      if (request.url().endsWith('/events')) return
      this.#open.add(request)
      this.count++
      this.isLoading ||= request.resourceType() === 'script'
    })
    page.on('requestfinished', (request) => this.#open.delete(request))
    page.on('requestfailed', (request) => this.#open.delete(request))
    page.on('response', (response) => {
      const what = `${response.request().method()} ${response.url()}`
      if (response.status() >= 400) this.refused.push({ status: response.status(), what })
    })
    page.on('download', () => this.count++)
    page.on('filechooser', () => this.count++)
    page.on('popup', (popup) => {
      this.count++
      void popup.close()
    })
  }

  begin(): void {
    this.count = 0
    this.isLoading = false
    // What goes wrong between two presses is told with the second.
    this.refused = this.refused.filter(({ status }) => status >= 500)
  }

  /** Those since the last time, beside those about refusals, which are looked at by themselves. */
  takeComplaints(): string[] {
    const taken = this.#page.complaints.splice(0)
    return taken.filter((text) => !text.includes('the server responded with a status of'))
  }

  /** A press does what it does in the turns that follow, and in what is asked for then. */
  async settled(): Promise<void> {
    const end = Date.now() + 20_000
    do {
      await this.#page
        .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        // Some links lead out of the console, to another document.
        .catch(() => this.#page.waitForLoadState())
    } while (this.#open.size > 0 && Date.now() < end)
  }
}
