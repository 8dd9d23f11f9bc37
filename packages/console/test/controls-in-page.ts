// What runs inside the page when every control of a screen is pressed: which controls there are, where to press, and
// whether anything came of it. Put together as one script, so each function stands on its own or on the others here.

export interface Control {
  /** Two that do the same, say in two rows of a table, have the same one. */
  signature: string
  x: number
  y: number
  /** Something else lies where it would be pressed. */
  isCovered: boolean
  /** It is chosen already: pressing it again changes nothing, and should not. */
  isChosen: boolean
  isSwitch: boolean
  /** It answers a question with yes. */
  isConfirming: boolean
}

export interface Outcome {
  url: string
  layers: number
  /** The name of the topmost. */
  top: string
  hasEffect: boolean
  /** What people are told at the moment, where they can see it. */
  told: string
  heading: string
}

interface Witness {
  changes: number
  pressed: Element | null
  wasChecked: boolean | undefined
  next: (tried: readonly string[], area: string, only?: string) => Control | undefined
  outcome: () => Outcome
  closeNotices: () => void
}
declare global {
  interface Window {
    witness: Witness
  }
}

const CONTROLS =
  'button, a[href], summary, input[type=checkbox], input[type=radio], [role=combobox], [role=tab], [role=menuitem]'

function textOf(element: Element | null | undefined): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim()
}

function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label')
  if (label) return label
  const by = element.getAttribute('aria-labelledby')
  if (by)
    return by
      .split(' ')
      .map((id) => textOf(document.getElementById(id)))
      .join(' ')
  if (element instanceof HTMLInputElement && element.labels?.[0]) return textOf(element.labels[0])
  return textOf(element) || (element.getAttribute('title') ?? '')
}

/** What a row is about is left out of the names in it: one row stands for all that offer the same. */
function nameInRow(element: Element): string {
  const row = element.closest('tr, [role=row], li')
  const others = [...(row?.querySelectorAll('*') ?? [])].filter((other) => !element.contains(other))
  let name = nameOf(element)
  for (const text of others.map(textOf)) if (text.length > 1 && text !== name) name = name.replaceAll(text, '…')
  return name
}

/** The part of the screen that it stands in. */
function placeOf(element: Element): string {
  const parts = '[role=dialog], [role=alertdialog], [role=menu], [role=toolbar], [role=group], section, fieldset'
  for (let place = element.parentElement?.closest(parts); place; place = place.parentElement?.closest(parts)) {
    const name = place instanceof HTMLFieldSetElement ? textOf(place.querySelector('legend')) : ''
    const told = name || (place.matches('[aria-label], [aria-labelledby]') ? nameOf(place) : '')
    if (told) return `${told}: `
  }
  return ''
}

function signatureOf(element: Element): string {
  if (element instanceof HTMLAnchorElement) return `link ${element.href.replace(/\d+/g, '#')}`
  const kind = element.getAttribute('role') ?? element.getAttribute('type') ?? element.tagName.toLowerCase()
  return `${placeOf(element)}${kind} ${nameInRow(element)}`
}

/** What lies above the screen, the topmost last. */
function layers(): Element[] {
  const lists = [...document.querySelectorAll('body > :not(#root) [role=listbox]')]
  const above = [
    ...document.querySelectorAll('[aria-modal=true]'),
    ...lists.filter((list) => !list.closest('[aria-modal=true], :popover-open')),
    ...document.querySelectorAll(':popover-open'),
  ]
  // While the next screen is loaded, what belongs to the last one may still be there, unseen.
  return above.filter((layer) => layer.checkVisibility())
}

function isReady(element: Element): boolean {
  if (element.matches(':disabled, [aria-disabled=true], [role=option]') || element.closest('[inert]')) return false
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
}

function isCloser(element: Element): boolean {
  return /^(Cancel|Close|Done|No)$/.test(nameOf(element))
}

function aim(element: Element): Control {
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = document.elementFromPoint(x, y)
  const isHit = hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)
  const isChecked = element instanceof HTMLInputElement && element.checked
  return {
    signature: signatureOf(element),
    x,
    y,
    isCovered: !isHit,
    isChosen:
      element.matches('[aria-selected=true], [aria-current], [aria-checked=true], input[role=combobox]:focus') ||
      (isChecked && element.matches('[type=radio]')),
    isSwitch: element.matches('[type=checkbox]'),
    isConfirming: element.closest('[role=alertdialog]') !== null && element.matches('button') && !isCloser(element),
  }
}

/** The next control that was not tried; those that close what is open come last. */
function next(tried: readonly string[], area: string, only?: string): Control | undefined {
  const scope = layers().at(-1) ?? document.querySelector(area)
  const ready = [...(scope?.querySelectorAll(CONTROLS) ?? [])].filter(isReady)
  const sorted = [...ready.filter((one) => !isCloser(one)), ...ready.filter(isCloser)]
  const found = sorted.find((one) =>
    only === undefined ? !tried.includes(signatureOf(one)) : signatureOf(one).endsWith(only),
  )
  window.witness.pressed = found ?? null
  if (!found) return undefined
  const control = aim(found)
  window.witness.wasChecked = found instanceof HTMLInputElement ? found.checked : undefined
  window.witness.changes = 0
  return control
}

function outcome(): Outcome {
  const { pressed, wasChecked, changes } = window.witness
  const isTurned = pressed instanceof HTMLInputElement && pressed.checked !== wasChecked
  const above = layers()
  const telling = '[role=alert], [role=status]:not([aria-label]), [aria-live], [aria-invalid=true]'
  const told = [...document.querySelectorAll(telling)].filter((element) => element.checkVisibility())
  return {
    url: location.href,
    layers: above.length,
    top: above.length > 0 ? nameOf(above.at(-1) as Element).slice(0, 60) : '',
    hasEffect: changes > 0 || isTurned,
    told: told
      .map((element) => textOf(element) || (element.matches('[aria-invalid]') ? nameOf(element) : ''))
      .join(' ')
      .trim(),
    heading: textOf(document.querySelector('main h1')),
  }
}

function closeNotices(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[aria-live] button:last-child')) button.click()
}

function begin(): void {
  window.witness = { changes: 0, pressed: null, wasChecked: undefined, next, outcome, closeNotices }
  const seen = (count: number) => {
    window.witness.changes += count
  }
  new MutationObserver((records) => seen(records.length)).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
  addEventListener('focusin', ({ target }) => seen(target === window.witness.pressed ? 0 : 1), true)
}

const parts = [textOf, nameOf, nameInRow, placeOf, signatureOf, layers, isReady, isCloser, aim, next, outcome]

/** To be run in a page before anything else. */
export const IN_PAGE = [
  `const CONTROLS = ${JSON.stringify(CONTROLS)}`,
  ...[...parts, closeNotices, begin].map(String),
  'begin()',
].join('\n')
