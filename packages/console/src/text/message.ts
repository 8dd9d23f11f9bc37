export type TextValues = Record<string, string | number>

type Part = (values: TextValues, counted: number) => string

/**
 * A message of the console's own texts, ready to be filled in. Read is the part of ICU that they are written in, so that
 * the first screen does not wait for the whole of it, which the editor brings for what people translate.
 */
export const compileMessage = (text: string, locale: string) => new MessageReader(text, locale).read()

class MessageReader {
  #at = 0
  readonly #text: string
  readonly #locale: string

  constructor(text: string, locale: string) {
    this.#text = text
    this.#locale = locale
  }

  read(): (values: TextValues) => string {
    const message = this.#message(false)
    if (this.#at < this.#text.length) this.#fail()
    return (values) => message(values, 0)
  }

  /** Up to the end, or to the brace that ends a form. In the forms of a plural `#` is its number. */
  #message(isCounting: boolean): Part {
    const parts: Part[] = []
    for (;;) {
      // A quote before a brace would mean that the brace is one to be read; no text has needed that so far.
      const plain = this.#take(/((?:[^{}#']|''|'(?![{}]))+)/y)?.replaceAll("''", "'")
      if (plain !== undefined) parts.push(() => plain)
      else if (this.#take(/(#)/y)) parts.push(isCounting ? this.#count() : () => '#')
      else if (this.#take(/(\{)/y)) parts.push(this.#argument(isCounting))
      else return (values, counted) => parts.map((part) => part(values, counted)).join('')
    }
  }

  #argument(isCounting: boolean): Part {
    const name = this.#take(/\s*(\w+)\s*/y) ?? this.#fail()
    const kind = this.#take(/,\s*(\w+)\s*/y)
    const part = this.#partOf(name, kind, isCounting)
    if (!this.#take(/(\})/y)) this.#fail()
    return part
  }

  #partOf(name: string, kind: string | undefined, isCounting: boolean): Part {
    if (kind === undefined) return (values) => String(values[name])
    if (kind === 'number') return this.#number(name)
    if (!this.#take(/(,)\s*/y)) this.#fail()
    const forms = this.#forms(isCounting || kind === 'plural')
    const other = forms.get('other') ?? this.#fail()
    if (kind === 'select') return (values, counted) => (forms.get(String(values[name])) ?? other)(values, counted)
    if (kind !== 'plural') this.#fail()
    const rules = new Intl.PluralRules(this.#locale)
    return (values) => {
      const count = Number(values[name])
      return (forms.get(`=${count}`) ?? forms.get(rules.select(count)) ?? other)(values, count)
    }
  }

  #forms(isCounting: boolean): Map<string, Part> {
    const forms = new Map<string, Part>()
    for (;;) {
      const form = this.#take(/\s*(=\d+|\w+)\s*\{/y)
      if (form === undefined) return forms
      forms.set(form, this.#message(isCounting))
      if (!this.#take(/(\})\s*/y)) this.#fail()
    }
  }

  #number(name: string): Part {
    const style = this.#take(/,\s*(\w+)\s*/y)
    if (style !== undefined && style !== 'percent') this.#fail()
    const numbers = new Intl.NumberFormat(this.#locale, { style: style ?? 'decimal' })
    return (values) => numbers.format(Number(values[name]))
  }

  #count(): Part {
    const numbers = new Intl.NumberFormat(this.#locale)
    return (_, counted) => numbers.format(counted)
  }

  /** What is in the brackets of an expression, if it matches here. */
  #take(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)
    if (found) this.#at = expression.lastIndex
    return found?.[1]
  }

  #fail(): never {
    throw new Error(`Not a message that the console can read: ${this.#text}`)
  }
}
