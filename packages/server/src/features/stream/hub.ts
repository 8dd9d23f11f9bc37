import { ChangePages, type Feed } from '../../changes/feed.ts'
import type { Database } from '../../db/pool.ts'
import { type Subscription, ToldChange } from './subscription.ts'

/**
 * Tells the changes of projects to the streams that are open in this process. A project with readers is followed once,
 * from the first reader to the last.
 *
 * A reader first catches up from the table at its own speed. When it has reached the place where the project's own
 * reading stands, it joins the others; between that look and the joining nothing can happen.
 */
export class Hub {
  readonly #db: Database
  readonly #feed: Feed
  readonly #projects = new Map<number, FollowedProject>()

  constructor(db: Database, feed: Feed) {
    this.#db = db
    this.#feed = feed
  }

  /** Serves a reader until its stream ends. `current` is where the project stood when the reader came. */
  async serve(projectId: number, current: number, subscription: Subscription): Promise<void> {
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
    const { stream } = subscription
    const pages = new ChangePages(this.#db, projectId, subscription.seq)
    while (stream.isOpen && subscription.seq < project.seq) {
      for (const change of await pages.next()) {
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
    for await (const changes of this.#feed.follow(projectId, project.seq, project.stop.signal)) {
      for (const change of changes) {
        const told = new ToldChange(projectId, change)
        for (const subscription of project.live) subscription.tell(told)
        project.seq = change.seq
      }
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
