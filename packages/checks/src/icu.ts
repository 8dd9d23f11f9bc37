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
  return message && Array.from(collect(message).values(), present)
}

const present = ({ options, ...parameter }: Found): Parameter => {
  const { name, type, required } = parameter
  return { name, type, ...(options && options.size > 0 ? { options: [...options] } : {}), required }
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

/** A parameter on the way: a set grows where a list would be written anew for each case of a message with thousands. */
type Found = Omit<Parameter, 'options'> & { options?: Set<string> }
type Parameters = Map<string, Found>

function collect(elements: readonly MessageFormatElement[]): Parameters {
  const found: Parameters = new Map()
  for (const element of elements) for (const parameter of parametersOf(element)) add(found, parameter)
  return found
}

function parametersOf(element: MessageFormatElement): Found[] {
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
      const options = new Set(Object.keys(element.options))
      return [{ name: element.value, type: 'string', options, required: true }, ...branches(element.options)]
    }
    case TYPE.tag:
      return [{ name: element.value, type: 'tag', required: true }, ...collect(element.children).values()]
  }
}

/** Only what every branch needs is needed always. */
function branches(options: Record<string, { value: MessageFormatElement[] }>): Found[] {
  const each = Object.values(options).map(({ value }) => collect(value))
  // Asked before they are put together: what is found is one object from then on.
  const needed = (name: string) => each.every((parameters) => parameters.get(name)?.required === true)
  const names = new Map<string, boolean>()
  for (const parameters of each)
    for (const name of parameters.keys()) if (!names.has(name)) names.set(name, needed(name))
  const all: Parameters = new Map()
  for (const parameters of each) for (const parameter of parameters.values()) add(all, parameter)
  return Array.from(all.values(), (parameter) => ({ ...parameter, required: names.get(parameter.name) === true }))
}

// When one name is used in two ways, the one that asks for more decides.
const DEMANDS: Parameter['type'][] = ['string', 'date', 'number', 'tag']

function add(found: Parameters, parameter: Found): void {
  const known = found.get(parameter.name)
  if (!known) {
    found.set(parameter.name, parameter)
    return
  }
  if (DEMANDS.indexOf(parameter.type) > DEMANDS.indexOf(known.type)) known.type = parameter.type
  if (known.type !== 'string') delete known.options
  else if (known.options) for (const option of parameter.options ?? []) known.options.add(option)
  else if (parameter.options) known.options = parameter.options
  known.required ||= parameter.required
}
