import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** Something a message asks its caller for. */
export interface Parameter {
  name: string
  type: 'string' | 'number' | 'date' | 'tag'
  /** The cases of a `select`, in the order of the message. */
  options?: string[]
  /** False when only some branches of the message need it. */
  required: boolean
}

/** The parameters of a text, in the order of their appearance. A text that is no valid ICU message has none. */
export const messageParameters = (text: string | null): Parameter[] =>
  text === null ? [] : (parametersIfValid(text) ?? [])

/** The same, but undefined for a text that is no valid ICU message. */
export function parametersIfValid(text: string): Parameter[] | undefined {
  if (!/[{<}]/.test(text)) return []
  const message = parseMessage(text)
  return message && [...collect(message).values()]
}

/** Most texts have none at all, which shows at a glance. */
export const haveSameParameters = (a: string | null, b: string | null) =>
  JSON.stringify(messageParameters(a)) === JSON.stringify(messageParameters(b))

/**
 * First with tags, then without: "a < b" is a fine message, only not one with tags. With `captureLocation` each element
 * knows its place in the text.
 */
export function parseMessage(text: string, captureLocation = false): MessageFormatElement[] | undefined {
  for (const ignoreTag of [false, true]) {
    try {
      return parse(text, { ignoreTag, captureLocation })
    } catch {
      // Not a message; thousands of levels of nesting end here too, as a RangeError.
    }
  }
  return undefined
}

type Parameters = Map<string, Parameter>

function collect(elements: readonly MessageFormatElement[]): Parameters {
  const found: Parameters = new Map()
  for (const element of elements) for (const parameter of parametersOf(element)) add(found, parameter)
  return found
}

function parametersOf(element: MessageFormatElement): Parameter[] {
  switch (element.type) {
    case TYPE.literal:
    case TYPE.pound:
      return []
    case TYPE.argument:
      return [{ name: element.value, type: 'string', required: true }]
    case TYPE.number:
      return [{ name: element.value, type: 'number', required: true }]
    case TYPE.date:
    case TYPE.time:
      return [{ name: element.value, type: 'date', required: true }]
    case TYPE.plural:
      return [{ name: element.value, type: 'number', required: true }, ...branches(element.options)]
    case TYPE.select: {
      const options = Object.keys(element.options)
      return [{ name: element.value, type: 'string', options, required: true }, ...branches(element.options)]
    }
    case TYPE.tag:
      return [{ name: element.value, type: 'tag', required: true }, ...collect(element.children).values()]
  }
}

/** Only what every branch needs is needed always. */
function branches(options: Record<string, { value: MessageFormatElement[] }>): Parameter[] {
  const each = Object.values(options).map(({ value }) => collect(value))
  const all: Parameters = new Map()
  for (const parameters of each) for (const parameter of parameters.values()) add(all, parameter)
  return Array.from(all.values(), (parameter) => ({
    ...parameter,
    required: each.every((parameters) => parameters.get(parameter.name)?.required === true),
  }))
}

// When one name is used in two ways, the one that asks for more decides.
const DEMANDS: Parameter['type'][] = ['string', 'date', 'number', 'tag']

function add(found: Parameters, parameter: Parameter): void {
  const known = found.get(parameter.name)
  if (!known) {
    found.set(parameter.name, parameter)
    return
  }
  const type = DEMANDS.indexOf(parameter.type) > DEMANDS.indexOf(known.type) ? parameter.type : known.type
  const options = [...new Set([...(known.options ?? []), ...(parameter.options ?? [])])]
  found.set(parameter.name, {
    name: parameter.name,
    type,
    ...(type === 'string' && options.length > 0 ? { options } : {}),
    required: known.required || parameter.required,
  })
}
