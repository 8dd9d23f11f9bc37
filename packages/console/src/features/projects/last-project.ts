const PLACE = 'parlance.last'

interface Last {
  projectId?: number
  /** The language worked on last, by project. */
  locales?: Record<number, string>
}

const read = (): Last => {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Last
  } catch {
    return {}
  }
}

const write = (last: Last) => {
  try {
    localStorage.setItem(PLACE, JSON.stringify(last))
  } catch {
    // A browser that keeps nothing begins at the projects.
  }
}

/** The project that was open last in this browser. */
export const lastProject = (): number | undefined => read().projectId

/** The language that was translated last in a project, in this browser. */
export const lastLocale = (projectId: number): string | undefined => read().locales?.[projectId]

export function keepLast(projectId: number, locale?: string): void {
  const last = read()
  write({ ...last, projectId, locales: { ...last.locales, ...(locale !== undefined && { [projectId]: locale }) } })
}

export function forgetLast(): void {
  const { projectId: _, ...last } = read()
  write(last)
}
