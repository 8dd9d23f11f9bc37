import { compareCodePoints } from '../code-points.ts'
import type { Edit } from '../edits.ts'
import type { Entry } from '../entry.ts'
import { indentOf } from '../xml/layout.ts'
import { type Block, newSiblings, type Sibling } from '../xml/new-siblings.ts'
import type { Named } from './message-entry.ts'
import { type MessageStyle, newMessage } from './message-lines.ts'
import type { QtContext, QtMessage, TsFile } from './messages.ts'
import { nameElement } from './write.ts'

export interface TsLayout {
  /** Of contexts and of messages; undefined where they share their lines. */
  context: string | undefined
  message: string | undefined
  /** One step to the right. */
  step: string
}

const STEP = '    '

export function layoutOf(text: string, { contexts: [context], messages: [first] }: TsFile): TsLayout {
  const outer = context ? indentOf(text, context.tag.from) : ''
  const message = first ? indentOf(text, first.element.tag.from) : outer === undefined ? undefined : outer + STEP
  const inner = first?.parts.source && indentOf(text, first.parts.source.tag.from)
  const step = message !== undefined && inner?.startsWith(message) ? inner.slice(message.length) : ''
  return { context: outer, message, step: step || STEP }
}

/** What the file does not have yet, put into its context, or into a new one. */
export function* newMessages(
  text: string,
  file: TsFile,
  staying: readonly Named[],
  entries: readonly Entry[],
  { layout, style }: { layout: TsLayout; style: MessageStyle },
): Generator<undefined, Edit[], void> {
  if (entries.length === 0) return []
  const siblings = new Map<QtContext, Sibling[]>()
  for (const { message, key } of staying) {
    const there = siblings.get(message.context)
    const sibling = { name: key, from: message.element.tag.from, to: message.element.to }
    if (there) there.push(sibling)
    else siblings.set(message.context, [sibling])
    yield
  }
  const blocks = yield* blocksByContext(entries, contextOfIds(file.messages), style)
  const known = new Map(file.contexts.map((context) => [context.name, context]))
  const edits: Edit[][] = []
  const unknown: Block[] = []
  for (const [name, messages] of blocks) {
    const context = known.get(name)
    const inside = { indent: layout.message, lineEnd: style.lineEnd }
    if (context) edits.push(yield* newSiblings(text, context, siblings.get(context) ?? [], messages, inside))
    else unknown.push(contextBlock(name, messages, layout, style))
    yield
  }
  unknown.sort((a, b) => compareCodePoints(a.name, b.name))
  const contexts = file.contexts.map(({ name, tag, to }) => ({ name, from: tag.from, to }))
  const outside = { indent: layout.context, lineEnd: style.lineEnd }
  edits.push(yield* newSiblings(text, { tag: file.root, end: file.end }, contexts, unknown, outside))
  return edits.flat().sort((a, b) => a.from - b.from)
}

/** Where messages with ids are that have no context of their own. */
const contextOfIds = (messages: readonly QtMessage[]) =>
  messages.findLast(({ id }) => id !== undefined)?.context.name ?? ''

function* blocksByContext(
  entries: readonly Entry[],
  contextOfIds: string,
  style: MessageStyle,
): Generator<undefined, Map<string, Block[]>, void> {
  const blocks = new Map<string, Block[]>()
  for (const entry of entries) {
    const message = newMessage(entry, style)
    yield
    if (!message) continue
    const { context = contextOfIds, lines } = message
    const block = { name: entry.key, lines }
    const there = blocks.get(context)
    if (there) there.push(block)
    else blocks.set(context, [block])
  }
  return blocks
}

function contextBlock(name: string, messages: readonly Block[], layout: TsLayout, { lineEnd }: MessageStyle): Block {
  const { context = '', message = '' } = layout
  const step = message.startsWith(context) ? message.slice(context.length) : STEP
  const inside = [nameElement(name, lineEnd), ...messages.flatMap(({ lines }) => lines)]
  return { name, lines: ['<context>', ...inside.map((line) => step + line), '</context>'] }
}
