import type { i18n } from 'i18next'
import type { collectContext } from '../src/index.ts'

export type I18nextResources = Record<string, Record<string, string>>

/** What the page of the tests has as globals. */
export interface Running {
  i18next: i18n
  collectContext: typeof collectContext
  collector: ReturnType<typeof collectContext>
  t: (key: string, options?: object) => string
}
