import type { PresencePayload } from '@parlance/contract'
import { inLanguages } from '../changes/in-languages.ts'
import { frame } from '../http/sse.ts'
import type { Subscription } from './subscription.ts'

/** Where people say where they are. A message is the payload of the event. */
export const PRESENCE_CHANNEL = 'parlance_presence'
/** What is not said again holds for so long. */
const LASTS_MS = 30_000

interface Present {
  said: PresencePayload
  until: number
}

interface Project {
  /** By user. */
  present: Map<number, Present>
  /** Each with the users of whom it was told that they are there. */
  readers: Map<Subscription, Set<number>>
}

/**
 * Who is where in a project at the moment, as far as this process has heard. Every instance hears the same from the
 * database's notifications, in the same order, and keeps it in memory alone: telling readers takes no statement. What a
 * lost connection or a young process has missed is said again within half a minute, or over by then.
 *
 * States of a person in a project: unknown → present → (says so, or half a minute passes) → unknown. By its own clock each
 * process tells who was told of a person that they are gone. Somebody who goes on in a language that a reader may not see
 * is gone for this reader.
 */
export class Presence {
  readonly #clock: { now(): Date }
  readonly #projects = new Map<number, Project>()

  constructor(clock: { now(): Date }) {
    this.#clock = clock
  }

  hear(payload: string | null): void {
    if (payload === null) return
    const said = JSON.parse(payload) as PresencePayload
    const { projectId, userId } = said
    const project = this.#at(projectId)
    if (isGone(said)) project.present.delete(userId)
    else project.present.set(userId, { said, until: this.#clock.now().getTime() + LASTS_MS })
    tellAll(project, said)
    this.#forgetIfEmpty(projectId, project)
  }

  /** Whoever comes is told who is there. */
  join(subscription: Subscription): void {
    const project = this.#at(subscription.access.projectId)
    const known = new Set<number>()
    project.readers.set(subscription, known)
    for (const { said } of project.present.values()) tell(subscription, known, said, framesOf(said))
  }

  leave(subscription: Subscription): void {
    const { projectId } = subscription.access
    const project = this.#projects.get(projectId)
    if (!project?.readers.delete(subscription)) return
    this.#forgetIfEmpty(projectId, project)
  }

  endOverdue(): void {
    const now = this.#clock.now().getTime()
    for (const [projectId, project] of this.#projects) {
      for (const [userId, { said, until }] of project.present) {
        if (until > now) continue
        project.present.delete(userId)
        tellAll(project, gone(said))
      }
      this.#forgetIfEmpty(projectId, project)
    }
  }

  #at(projectId: number): Project {
    const known = this.#projects.get(projectId)
    if (known) return known
    const project: Project = { present: new Map(), readers: new Map() }
    this.#projects.set(projectId, project)
    return project
  }

  #forgetIfEmpty(projectId: number, { present, readers }: Project): void {
    if (present.size === 0 && readers.size === 0) this.#projects.delete(projectId)
  }
}

const isGone = ({ keyId, locale }: PresencePayload) => keyId === null && locale === null
const gone = (said: PresencePayload): PresencePayload => ({ ...said, keyId: null, locale: null })

interface Frames {
  said: Buffer
  gone: Buffer
}

/** In words, once for all readers. */
const framesOf = (said: PresencePayload): Frames => ({ said: frameOf(said), gone: frameOf(gone(said)) })
const frameOf = (said: PresencePayload) => frame('presence', JSON.stringify(said))

function tellAll({ readers }: Project, said: PresencePayload): void {
  if (readers.size === 0) return
  const frames = framesOf(said)
  for (const [subscription, known] of readers) tell(subscription, known, said, frames)
}

/** By the rights that the reader had at the last look at them, two seconds ago at most. Nobody is told of themselves. */
function tell(
  { access, sight, stream }: Subscription,
  known: Set<number>,
  said: PresencePayload,
  frames: Frames,
): void {
  const { userId, locale } = said
  if (access.userId === userId) return
  const isSeen = !isGone(said) && inLanguages({ event: 'presence', locale, after: null }, sight) !== undefined
  if (isSeen) {
    known.add(userId)
    stream.write(frames.said)
  } else if (known.delete(userId)) {
    stream.write(frames.gone)
  }
}
