import { ChangePages, type Feed } from '../changes/feed.ts'
import type { Database } from '../db/pool.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { holdToRights } from './rights.ts'
import { type Subscription, ToldChange } from './subscription.ts'

/** What streams stand on. */
export interface Surroundings {
  config: { streamHeartbeatMs: number }
  tracing: Tracing
  db: Database
  clock: { now(): Date }
  log: { warn(details: object, message: string): void }
  feed: Feed
}

/**
 * Tells the changes of projects to the streams that are open in this process. A project with readers is followed once,
 * from the first reader to the last.
 *
 * A reader first catches up from the table at its own speed. When it has reached the place where the project's own
 * reading stands, it joins the others; between that look and the joining nothing can happen.
 *
 * Rights are looked at after changes were read and before they are told, so that nothing is told to somebody who had
 * lost the right to it when it happened.
 */
export class Hub {
  readonly #services: Surroundings
  readonly #projects = new Map<number, FollowedProject>()

  constructor(services: Surroundings) {
    this.#services = services
  }

  /** Serves a reader until its stream ends. `current` is where the project stood when the reader came. */
  async serve(current: number, subscription: Subscription): Promise<void> {
    const { projectId } = subscription.access
    const project = this.#follow(projectId, current)
    project.readers++
    const { signal } = subscription.stream.closed
    try {
      await this.#catchUp(projectId, project, subscription)
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    } finally {
      project.live.delete(subscription)
      if (--project.readers === 0) {
        project.stop.abort()
        this.#projects.delete(projectId)
      }
    }
  }

  async #catchUp(projectId: number, project: FollowedProject, subscription: Subscription): Promise<void> {
    const { db, clock } = this.#services
    const { stream } = subscription
    const pages = new ChangePages(db, projectId, subscription.seq)
    while (stream.isOpen && subscription.seq < project.seq) {
      const changes = await pages.next()
      await holdToRights(db, [subscription], clock.now())
      for (const change of changes) {
        if (!stream.isOpen) return
        subscription.tell(new ToldChange(projectId, change))
        await stream.drained()
      }
    }
    if (stream.isOpen) project.live.add(subscription)
  }

  #follow(projectId: number, seq: number): FollowedProject {
    const followed = this.#projects.get(projectId)
    if (followed) return followed
    const project = { seq, readers: 0, live: new Set<Subscription>(), stop: new AbortController() }
    this.#projects.set(projectId, project)
    void this.#run(projectId, project)
    return project
  }

  async #run(projectId: number, project: FollowedProject): Promise<void> {
    for await (const changes of this.#services.feed.follow(projectId, project.seq, project.stop.signal)) {
      await this.#holdToRights(project)
      for (const change of changes) {
        const told = new ToldChange(projectId, change)
        for (const subscription of project.live) subscription.tell(told)
        project.seq = change.seq
      }
    }
  }

  /** All live readers, those included who join meanwhile. */
  async #holdToRights({ live }: FollowedProject): Promise<void> {
    const { db, clock, log } = this.#services
    const held = new Set<Subscription>()
    for (let rest = [...live]; rest.length > 0; rest = [...live.difference(held)]) {
      try {
        await holdToRights(db, rest, clock.now())
      } catch (error) {
        log.warn({ err: error }, 'the rights of readers could not be read; their streams are cut, and they resume')
        for (const { stream } of rest) stream.cut()
      }
      for (const subscription of rest) held.add(subscription)
    }
  }
}

interface FollowedProject {
  /** The last change that was told. */
  seq: number
  readers: number
  live: Set<Subscription>
  stop: AbortController
}
