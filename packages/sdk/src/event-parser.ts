/** One event of a stream, before its data is read. */
export interface ServerSentEvent {
  id: string
  event: string
  data: string
}

/**
 * Reads text/event-stream as the HTML standard has it, from text that may be cut anywhere. What the stream says about
 * itself is kept here: the id to resume from, and how long to wait before that.
 */
export class EventParser {
  lastEventId: string
  retryMs: number | undefined
  #id: string
  #event = ''
  #data: string[] = []
  #rest = ''
  #endedInReturn = false

  constructor(lastEventId = '') {
    this.lastEventId = lastEventId
    this.#id = lastEventId
  }

  /** The events that are complete with this text. */
  push(text: string): ServerSentEvent[] {
    if (text === '') return []
    // The line break after a return that ended the text before is the second half of one.
    const fresh = this.#endedInReturn && text.startsWith('\n') ? text.slice(1) : text
    this.#endedInReturn = text.endsWith('\r')
    const lines = (this.#rest + fresh).split(/\r\n|\r|\n/)
    this.#rest = lines.pop() ?? ''
    return lines.flatMap((line) => (line === '' ? this.#dispatch() : this.#take(line)))
  }

  #take(line: string): [] {
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (name === 'data') this.#data.push(value)
    else if (name === 'event') this.#event = value
    else if (name === 'id' && !value.includes('\0')) this.#id = value
    else if (name === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value)
    return []
  }

  #dispatch(): ServerSentEvent[] {
    const [data, event] = [this.#data, this.#event]
    this.#data = []
    this.#event = ''
    this.lastEventId = this.#id
    return data.length === 0 ? [] : [{ id: this.#id, event: event || 'message', data: data.join('\n') }]
  }
}
