import { lastSession } from '../../api/session.ts'

/** Where somebody was last in this browser. */
interface Last {
  userId: number
  projectId?: number
  /** The language worked on last, by project. */
  locales: Record<number, string>
}

const PLACE = 'parlance.last'

function read(): Last {
  const userId = lastSession()?.user.id ?? 0
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Last
    if (kept.userId === userId) return kept
  } catch {
    // What cannot be read is as good as nothing.
  }
  return { userId, locales: {} }
}

function write(last: Last): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(last))
  } catch {
    // A browser that keeps nothing begins at the projects.
  }
}

export const lastProject = (): number | undefined => read().projectId

/** The language that was translated last in a project. */
export const lastLocale = (projectId: number): string | undefined => read().locales[projectId]

export function keepLast(projectId: number, locale: string | undefined): void {
  const last = read()
  write({ ...last, projectId, locales: { ...last.locales, ...(locale !== undefined && { [projectId]: locale }) } })
}

export function forgetLast(): void {
  const { projectId: _, ...last } = read()
  write(last)
}
