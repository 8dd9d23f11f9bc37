import type { Entry } from '../entry.ts'
import { comparableLocale } from '../locale-spelling.ts'
import { contentOf } from '../xml/element.ts'
import { plainText, withLineFeeds } from '../xml/pieces.ts'
import type { Dialect, Segment, XliffFile, XliffUnit } from './units.ts'

/** Longer content is too long as a text, however it is spelled. */
const LONGEST = 2 ** 20

/** So many tags are longer than any text may be. */
const MOST_SEGMENTS = 10_000

/** The texts of a unit. With elements in one of them, all are XML. */
export interface UnitTexts {
  source: string
  target: string
  isXml: boolean
}

export function textsOf(text: string, { segments, element }: XliffUnit): UnitTexts {
  if (segments.length > MOST_SEGMENTS) return { source: '', target: contentOf(text, element), isXml: true }
  const xml = segments.map((segment) => xmlOf(text, segment))
  const isXml = xml.some(({ source, target }) => [source, target].some((one) => plainOf(one) === undefined))
  const said = (one: string) => (isXml ? withLineFeeds(one) : (plainOf(one) ?? one))
  return {
    source: xml.map(({ source }) => said(source)).join(''),
    // Text between segments is there in any language; alone it is no translation.
    target: segments.some(({ target, isIgnorable }) => target && !isIgnorable)
      ? xml.map(({ target }) => said(target)).join('')
      : '',
    isXml,
  }
}

function xmlOf(text: string, { source, target, isIgnorable }: Segment): { source: string; target: string } {
  const from = source ? contentOf(text, source) : ''
  return { source: from, target: target ? contentOf(text, target) : isIgnorable ? from : '' }
}

const plainOf = (xml: string) => (xml.length > LONGEST ? xml : plainText(xml, characterOf))

const CHARACTER = /^<cp\s[^>]*?hex\s*=\s*["']([\da-fA-F]{1,6})["'][^>]*>$/

/** XLIFF 2 has an element for what XML cannot hold. */
function characterOf(tag: string): string | undefined {
  if (tag === '</cp>') return ''
  const code = Number.parseInt(CHARACTER.exec(tag)?.[1] ?? '', 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** Whether a file is in its source language alone, so that its sources are the texts. */
export function isMonolingual({ source, target, hasTargets }: XliffFile, locale: string | undefined): boolean {
  if (source === undefined || (target !== undefined && !isSameLocale(source, target))) return false
  return locale === undefined ? !hasTargets : isSameLocale(source, locale)
}

export const isSameLocale = (one: string, other: string) => comparableLocale(one) === comparableLocale(other)

type Status = NonNullable<Entry['status']>

const STATES: Readonly<Record<Dialect, ReadonlyMap<string, Status>>> = {
  '1.2': new Map([
    ['final', 'translated'],
    ['signed-off', 'translated'],
    ['new', 'not_translated'],
    ['needs-translation', 'not_translated'],
  ]),
  '2.0': new Map([
    ['final', 'translated'],
    ['reviewed', 'translated'],
    ['initial', 'not_translated'],
  ]),
}
const RANKS: readonly Status[] = ['not_translated', 'not_reviewed', 'translated']

/** What a unit says about its target; of several segments, the least that one of them says. */
export function statusOf(unit: XliffUnit, target: string, dialect: Dialect): Status | undefined {
  if (target === '') return 'not_translated'
  if (dialect === '1.2' && unit.element.tag.attributes['approved'] === 'yes') return 'translated'
  const statuses = unit.segments.flatMap(({ element, target: own, isIgnorable }) => {
    if (isIgnorable) return []
    const state = (dialect === '1.2' ? own : element)?.tag.attributes['state']
    return state === undefined ? [] : [STATES[dialect].get(state) ?? 'not_reviewed']
  })
  return RANKS.find((status) => statuses.includes(status))
}

/** How a status is written. */
export const STATE_OF: Readonly<Record<Dialect, Readonly<Record<Status, string>>>> = {
  '1.2': { translated: 'final', not_reviewed: 'translated', not_translated: 'new' },
  '2.0': { translated: 'final', not_reviewed: 'translated', not_translated: 'initial' },
}
