export interface Person {
  id: number
  name: string
}

/** The name that somebody is typing after an @, which begins a word. */
export function mentionAt(text: string, caret: number): { start: number; typed: string } | undefined {
  const start = text.lastIndexOf('@', caret - 1)
  if (start === -1 || caret <= start || (start > 0 && !/\s|[([{"'“„«]/u.test(text[start - 1] ?? ''))) return undefined
  const typed = text.slice(start + 1, caret)
  return /[\n@]/.test(typed) || typed.length > 50 ? undefined : { start, typed }
}

const MOST_OFFERED = 6

/** Those whose name, or a word of it, begins like that. */
export function offered(people: readonly Person[], typed: string): Person[] {
  const sought = typed.toLocaleLowerCase()
  return people
    .filter(({ name }) => {
      const folded = name.toLocaleLowerCase()
      return folded.startsWith(sought) || folded.split(/\s+/).some((word) => word.startsWith(sought))
    })
    .slice(0, MOST_OFFERED)
}

/** A text cut at the people whom it names by @ and their whole name; of several that fit, the longest. */
export function cutAtMentions(
  text: string,
  people: readonly Person[],
): { start: number; text: string; person?: Person }[] {
  const named = people.filter(({ name }) => name !== '').toSorted((a, b) => b.name.length - a.name.length)
  const parts: { start: number; text: string; person?: Person }[] = []
  let done = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(at + 1, done))) {
    const person = named.find(({ name }) => text.startsWith(name, at + 1))
    if (!person) continue
    const end = at + 1 + person.name.length
    if (at > done) parts.push({ start: done, text: text.slice(done, at) })
    parts.push({ start: at, text: text.slice(at, end), person })
    done = end
  }
  if (done < text.length) parts.push({ start: done, text: text.slice(done) })
  return parts
}

export const mentionedIn = (text: string, people: readonly Person[]): number[] => [
  ...new Set(cutAtMentions(text, people).flatMap(({ person }) => person?.id ?? [])),
]
