import { pluralCategories } from '@parlance/checks'
import { limits } from '@parlance/contract/limits'
import type { Entry } from '../entry.ts'
import { isScalar, type JsonNode } from '../json/json-tree.ts'
import { CATEGORIES, pluralMessage } from '../plural-message.ts'
import { memberOf, objectIn, textIn } from './catalog.ts'
import { commonStatus } from './states.ts'

/** A text of a localization. */
export interface Unit {
  /** In which it stands with its state. */
  node: JsonNode
  value: JsonNode
  state: string | undefined
}

/** The texts of a localization that are its value, and where they stand. */
export interface Units {
  /** What holds the forms; undefined where there is one text for all numbers. */
  plural: JsonNode | undefined
  /** By category; the one text under `PLAIN`. */
  forms: ReadonlyMap<string, Unit>
  /** What is said in a way that nobody knows, and not read. */
  unknown: JsonNode | undefined
}

export const PLAIN = ''

/** Where texts differ by device, the one for all others is the value; without it the last, as among forms of plurals. */
export const restOfDevices = (device: JsonNode): JsonNode | undefined =>
  objectIn(device, 'other') ?? device.members?.findLast(({ type }) => type === 'object')

export function unitsOf(localization: JsonNode): Units {
  if (localization.type !== 'object') return { plural: undefined, forms: formsOf(undefined), unknown: localization }
  const unit = unitIn(localization)
  const variations = memberOf(localization, 'variations')
  if (unit || !variations) return { plural: undefined, forms: formsOf(unit), unknown: undefined }
  const device = objectIn(variations, 'device')
  const rest = device && restOfDevices(device)
  if (rest) return unitsOf(rest)
  const plural = objectIn(variations, 'plural')
  if (!plural) return { plural, forms: formsOf(undefined), unknown: variations }
  const forms = new Map<string, Unit>()
  let unknown: JsonNode | undefined
  for (const form of plural.members ?? []) {
    const one = form.isTwice || !CATEGORIES.includes(form.name) ? undefined : plainUnit(form)
    if (one) forms.set(form.name, one)
    else unknown ??= form
  }
  return { plural, forms, unknown }
}

const formsOf = (unit: Unit | undefined) => new Map(unit ? [[PLAIN, unit] as const] : [])

function plainUnit(form: JsonNode): Unit | undefined {
  const { plural, forms } = unitsOf(form)
  return plural ? undefined : forms.get(PLAIN)
}

function unitIn(node: JsonNode): Unit | undefined {
  const unit = objectIn(node, 'stringUnit')
  const value = memberOf(unit, 'value')
  if (!unit || !value || !isScalar(value)) return undefined
  return { node: unit, value, state: textIn(unit, 'state') }
}

/** What a localization says; undefined where it has no text. A text without forms, in a key with some, is that of `other`. */
export function valueOfUnits({ plural, forms }: Units, locale: string, isPlural: boolean): string | undefined {
  if (forms.size === 0) return undefined
  const texts = Array.from(forms, ([category, { value }]) => [category, value.text] as const)
  const [[, only] = [PLAIN, '']] = texts
  if (!plural && !isPlural) return only
  if (texts.every(([, text]) => text === '')) return ''
  // None of these can be stored. To put them together would take the time of a text of any length.
  const endless = texts.find(([, text]) => text.length > 2 * limits.value)
  if (endless) return endless[1]
  const branches = new Map(texts.map(([category, text]) => [branchOf(category, locale), text]))
  return pluralMessage({ argument: 'count', type: 'cardinal', branches })
}

/** Apple shows the form `zero` for nothing at all, also in languages that have no such category. */
const branchOf = (category: string, locale: string) =>
  category === PLAIN ? 'other' : category === 'zero' && !hasZero(locale) ? '=0' : category

export const hasZero = (locale: string) =>
  pluralCategories(/^[a-z]{2,3}(?![^_-])/i.exec(locale)?.[0].toLowerCase() ?? 'en', 'cardinal').includes('zero')

/** Whatever is said of an empty text, it is none. */
export const statusOfUnits = ({ forms }: Units): Entry['status'] =>
  forms.size > 0 && [...forms.values()].every(({ value }) => value.text === '')
    ? 'not_translated'
    : commonStatus(Array.from(forms.values(), ({ state }) => state))
