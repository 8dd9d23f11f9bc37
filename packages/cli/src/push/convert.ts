import { isConvertible, type Remark, toIcu } from '@parlance/formats'
import type { Values } from '../texts/values.ts'
import { type LocalText, storedValue } from './local-texts.ts'

interface Known {
  /** Of the project: what is said of its keys, and their source texts. */
  base: Values
  sourceLocale: string
}

/**
 * Turns texts of files for which that was asked into ICU messages. A key is turned as a whole, in all languages that are
 * sent, or stays as it is; so do keys that the project has in another syntax.
 */
export function convertPlaceholders(
  texts: readonly LocalText[],
  known: Known,
  remark: (text: LocalText, remark: Remark) => void,
): LocalText[] {
  const byKey = new Map<string, LocalText[]>()
  for (const text of texts) {
    const { place, entry } = text
    if (place.set.entry.placeholders !== 'convert' || !entry.syntax || entry.syntax === 'icu') continue
    const name = `${place.namespace}\0${entry.key}`
    byKey.set(name, [...(byKey.get(name) ?? []), text])
  }
  const replaced = new Map<LocalText, LocalText>()
  for (const together of byKey.values()) {
    const converted = convertKey(together, known)
    for (const [at, text] of together.entries()) {
      if (converted) replaced.set(text, converted[at] ?? text)
      else remark(text, { severity: 'warning', code: 'value_not_convertible', key: text.entry.key, message: KEPT })
    }
  }
  return texts.map((text) => replaced.get(text) ?? text)
}

const KEPT =
  'ICU cannot say the placeholders of this key, or the project has it in another syntax, so they stay as they are.'

function convertKey(together: readonly LocalText[], { base, sourceLocale }: Known): LocalText[] | undefined {
  const [first] = together
  if (!first) return undefined
  const { entry, place } = first
  const syntax = base.keys[place.namespace]?.[entry.key]?.syntax ?? 'icu'
  if (syntax !== 'icu') return undefined
  const stored = base.texts[place.namespace]?.[sourceLocale]?.[entry.key]
  const own = together.find(({ locale }) => locale === sourceLocale)
  const source = (own && converted(own, undefined)?.value) || stored
  const all = together.map((text) => converted(text, text.locale === sourceLocale ? undefined : source))
  if (!all.every((one) => one !== undefined)) return undefined
  const tokens = Object.assign({}, ...all.map((one) => one.tokens).reverse())
  return together.map((text, at) => {
    const { formatData, ...rest } = text.entry
    const data = Object.keys(tokens).length > 0 ? { ...formatData, tokens } : formatData
    const said = {
      ...rest,
      value: all[at]?.value ?? text.entry.value,
      syntax: null,
      ...(data ? { formatData: data } : {}),
    }
    return { ...text, entry: said }
  })
}

function converted({ entry }: LocalText, source: string | undefined) {
  const { syntax } = entry
  if (!syntax || !isConvertible(syntax)) return undefined
  const value = storedValue(entry)
  if (value === '') return { value, tokens: {} }
  return toIcu({ ...entry, value }, source ? { source } : {})
}
