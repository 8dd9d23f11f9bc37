import type { Page } from 'playwright-core'
import { onThisMachine } from '../../server/test/this-machine.ts'
import { type Control, IN_PAGE, type Outcome } from './controls-in-page.ts'
import { Traffic } from './traffic.ts'
import type { Window } from './windows.ts'

/** What takes longer than this to show anything shows nothing. */
const DEAD_MS = 2_000
/** A screen with more kinds of controls than this goes round in circles. */
const MOST = 150
const DEEPEST = 3

/** The way to a control: what is pressed to come to the layer that it stands in. */
type Way = readonly string[]

interface Screen {
  path: string
  /** What is done before the controls are there that are meant. */
  prepare?: ((page: Page) => Promise<void>) | undefined
  area: string
}

/** Not pressed: each ends what the test is in the middle of, and has a test of its own. */
const LEFT_OUT = /menuitem Sign out$|button Try the sample project$/

/** Somebody who presses everything that there is, and looks what comes of it. */
export class Curious {
  readonly pressed: string[] = []
  readonly faults: string[] = []
  readonly #page: Window
  readonly #traffic: Traffic
  /** Links lead to the same place from wherever they stand. */
  readonly #followed: string[] = []
  /** By screen: an editor with a row open has much in common with one without. */
  readonly #triedAt = new Map<string, string[]>()
  #tried: string[] = []
  #screen: Screen = { path: '/', area: 'main' }
  #url = ''
  #heading = ''
  #questions: { way: Way; answer: string }[] = []

  private constructor(page: Window) {
    this.#page = page
    this.#traffic = new Traffic(page)
  }

  static async at(page: Window): Promise<Curious> {
    await page.context().addInitScript(IN_PAGE)
    return new Curious(page)
  }

  /** Presses all that a screen has; what asks first is answered with no, and at the end with yes. */
  async visit(path: string, prepare?: Screen['prepare'], area = 'main'): Promise<void> {
    this.#screen = { path, prepare, area }
    this.#tried = [...this.#followed, ...(this.#triedAt.get(this.#placeOf(path, area)) ?? [])]
    this.#questions = []
    this.#traffic.begin()
    await this.#goTo()
    const here = await this.#outcome()
    this.#judge(path, { isChosen: true }, { ...here, told: '' }, here)
    await this.#explore([], here)
    // What is about the whole screen, and ends it, stands at its top.
    for (const { way, answer } of this.#questions.reverse()) if (await this.#reopen(way)) await this.#pressOne(answer)
    await this.#leaveLayers(0)
    for (const text of this.#traffic.takeComplaints()) this.faults.push(`${path}: ${text}`)
    this.#triedAt.set(this.#placeOf(path, area), this.#tried)
  }

  #placeOf = (path: string, area: string) => `${area} ${path.split('?', 1)}`

  async #goTo(): Promise<void> {
    await this.#page.goto(this.#screen.path)
    await this.#page.locator('main :is(h1, [data-key-id])').first().waitFor()
    await this.#traffic.settled()
    await this.#prepare()
    const { url, heading } = await this.#outcome()
    this.#url = url
    this.#heading = heading
  }

  async #prepare(): Promise<void> {
    await this.#screen.prepare?.(this.#page)
    if (this.#screen.prepare) await this.#traffic.settled()
  }

  /** From where a press has led to; not by the history of the browser, in which not every step stands. */
  async #goBack(): Promise<void> {
    await this.#page.evaluate((url) => history.pushState(null, '', url), this.#url)
    const end = Date.now() + onThisMachine(DEAD_MS)
    do {
      await this.#traffic.settled()
      const { url, heading } = await this.#outcome()
      if (url === this.#url && heading === this.#heading) return
    } while (Date.now() < end)
    await this.#goTo()
  }

  /** Everything in the topmost layer, and in what it opens. */
  async #explore(way: Way, here: Outcome): Promise<void> {
    for (let control = await this.#next(); control; control = await this.#next()) {
      if (this.pressed.length - this.#screenBegan() > MOST) throw new Error(`${this.#screen.path} has no end`)
      this.#tried.push(control.signature)
      if (LEFT_OUT.test(control.signature)) continue
      if (control.isConfirming) {
        this.#questions.push({ way, answer: control.signature })
        continue
      }
      const outcome = await this.#press(control)
      if (control.isSwitch) await this.#pressOne(control.signature)
      const isDeeper = outcome.layers > 0 && (outcome.layers > here.layers || outcome.top !== here.top)
      if (isDeeper && way.length < DEEPEST) await this.#explore([...way, control.signature], outcome)
      if (!(await this.#comeBack(way, here))) return
    }
  }

  #screenBegan = () => this.pressed.findLastIndex((told) => !told.startsWith(`${this.#screen.path} `)) + 1

  #next(only?: string): Promise<Control | undefined> {
    const given: [string[], string, string | undefined] = [this.#tried, this.#screen.area, only]
    return this.#page.evaluate(([tried, area, one]) => window.witness.next(tried, area, one), given)
  }

  /** One that was there before, and is again, if what holds it is loaded. */
  async #find(signature: string): Promise<Control | undefined> {
    const end = Date.now() + DEAD_MS
    for (;;) {
      const control = await this.#next(signature)
      if (control || Date.now() > end) return control
      await this.#traffic.settled()
    }
  }

  async #pressOne(signature: string): Promise<void> {
    const control = await this.#find(signature)
    if (control) await this.#press(control)
  }

  async #press(control: Control): Promise<Outcome> {
    const told = `${this.#screen.path} ${control.signature}`
    this.pressed.push(told)
    if (control.signature.startsWith('link ')) this.#followed.push(control.signature)
    const before = await this.#outcome()
    this.#traffic.begin()
    if (control.isCovered) this.faults.push(`${told}: something lies over it`)
    await this.#page.mouse.click(control.x, control.y)
    await this.#traffic.settled()
    const after = await this.#effectOf(control, before)
    this.#judge(told, control, before, after)
    return after
  }

  #outcome = (): Promise<Outcome> => this.#page.evaluate(() => window.witness.outcome())

  /** What is loaded first, such as a dialog that is not needed often, comes a little later. */
  async #effectOf(control: Control, before: Outcome): Promise<Outcome> {
    const end = Date.now() + onThisMachine(DEAD_MS)
    for (;;) {
      const after = await this.#outcome()
      const isAbove = after.layers > before.layers || (after.layers > 0 && after.top !== before.top)
      const isElsewhere = isAbove || after.url !== before.url || after.told !== before.told
      const hasEffect = isElsewhere || after.hasEffect || this.#traffic.count > 0
      const isLoading = this.#traffic.isLoading && !isElsewhere
      if (control.isChosen || (hasEffect && !isLoading) || Date.now() > end) return { ...after, hasEffect }
      await this.#traffic.settled()
    }
  }

  #judge(told: string, { isChosen }: Pick<Control, 'isChosen'>, before: Outcome, after: Outcome): void {
    const isExplained = after.told !== '' && after.told !== before.told
    const refused = this.#traffic.refused.filter(({ status }) => status >= 500 || !isExplained)
    for (const { status, what } of refused) this.faults.push(`${told}: ${status} ${what} (${after.told})`)
    this.#traffic.refused = []
    for (const text of this.#traffic.takeComplaints()) this.faults.push(`${told}: ${text}`)
    if (/^(Not found|This could not be shown)$/.test(after.heading)) this.faults.push(`${told}: ${after.heading}`)
    if (!after.hasEffect && !isChosen) this.faults.push(`${told}: nothing happens`)
  }

  /** To the layer where it goes on. False where there is no way back to it. */
  async #comeBack(way: Way, here: Outcome): Promise<boolean> {
    await this.#page.evaluate(() => window.witness.closeNotices())
    await this.#leaveLayers(here.layers)
    const { url, layers, top } = await this.#outcome()
    const isHere = url === this.#url && layers === here.layers && top === here.top
    if (!isHere) return this.#reopen(way)
    if (layers === 0) await this.#prepare()
    return true
  }

  async #reopen(way: Way): Promise<boolean> {
    await this.#leaveLayers(0)
    if (this.#page.url() !== this.#url) await this.#goBack()
    await this.#prepare()
    for (const signature of way) {
      const control = await this.#find(signature)
      if (!control) return false
      await this.#page.mouse.click(control.x, control.y)
      await this.#traffic.settled()
    }
    return true
  }

  /** By Escape, as anybody would; only a secret is closed by its button alone. */
  async #leaveLayers(wanted: number): Promise<void> {
    for (let tries = 0; tries < 2 * DEEPEST; tries++) {
      const { layers, top } = await this.#outcome()
      if (layers <= wanted) return
      await this.#page.keyboard.press('Escape')
      await this.#traffic.settled()
      const after = await this.#outcome()
      if (after.layers < layers || after.top !== top) continue
      const done = await this.#next('button Done')
      if (!done) break
      await this.#page.mouse.click(done.x, done.y)
      await this.#traffic.settled()
    }
    const { layers, top } = await this.#outcome()
    if (layers <= wanted) return
    this.faults.push(`${this.#screen.path} ${top}: Escape does not close it`)
    await this.#goTo()
  }
}
