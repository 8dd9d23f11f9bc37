import type { OpenValue } from './editor-context.ts'

/** The parts of the editor that F6 goes through, as `data-area` marks them. */
const AREAS = ['list', 'row', 'help', 'tools', 'selection'] as const
type Area = (typeof AREAS)[number]

const ENTRANCES: Record<Area, readonly string[]> = {
  list: ['[data-column][tabindex="0"]', '[data-locale][data-column]'],
  row: ['[role="textbox"]', 'input, button'],
  help: ['[role="tab"][aria-selected="true"]', 'aside'],
  tools: ['[data-search-box]'],
  selection: ['button'],
}

/** Where focus enters an area, if the area is there. */
function entranceOf(editor: HTMLElement, area: Area): HTMLElement | undefined {
  const places = editor.querySelectorAll<HTMLElement>(`[data-area="${area}"]`)
  for (const selector of ENTRANCES[area])
    for (const place of places) {
      const entrance = place.querySelector<HTMLElement>(selector)
      if (entrance && entrance.getClientRects().length > 0) return entrance
    }
  return undefined
}

/** Moves the focus to the next or previous area that is there. */
export function goToArea(editor: HTMLElement, by: 1 | -1, openValue: OpenValue | null): void {
  const current = document.activeElement?.closest<HTMLElement>('[data-area]')?.dataset['area'] as Area | undefined
  const start = current ? AREAS.indexOf(current) : by > 0 ? -1 : 0
  for (let step = 1; step <= AREAS.length; step += 1) {
    const area = AREAS.at((start + by * step) % AREAS.length) as Area
    const entrance = entranceOf(editor, area)
    if (!entrance) continue
    if (area === 'row' && openValue) openValue.focus()
    else entrance.focus()
    if (area === 'help') goInto(entrance)
    return
  }
}

/** Help that still loads has the focus as a whole; its tabs take it over as soon as they are there, if it still has it. */
function goInto(panel: HTMLElement, frames = 120): void {
  if (frames === 0 || panel.matches('[role="tab"]') || document.activeElement !== panel) return
  const tab = panel.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
  if (tab) tab.focus()
  else requestAnimationFrame(() => goInto(panel, frames - 1))
}

/** Focuses what is about to appear, such as a panel that still loads; gives up after a second. */
export function focusSoon(editor: HTMLElement, selector: string, frames = 60): void {
  const found = editor.querySelector<HTMLElement>(selector)
  if (found) found.focus()
  else if (frames > 0) requestAnimationFrame(() => focusSoon(editor, selector, frames - 1))
}
