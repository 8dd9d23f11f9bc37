import type { TermList, Terms } from '@parlance/checks'
import type { Handle } from '../../db/pool.ts'
import type { Services } from '../../services.ts'
import { readTermList, versionOfTermList } from '../../term-index/checked-terms.ts'

/**
 * What the glossary says about the texts of a project, from what this process keeps. Whoever is in a transaction gives its
 * handle.
 */
export const projectTerms = (
  { checkedTerms }: Pick<Services, 'checkedTerms'>,
  handle: Handle,
  project: { id: number },
): Promise<Terms> => checkedTerms.current(handle, project.id)

/** The same as plain data, to be prepared on a thread. */
export const readTerms = (handle: Handle, project: { id: number }): Promise<TermList> =>
  readTermList(handle, project.id)

/** Another one when there is something else to read. */
export const readTermsVersion = (handle: Handle, project: { id: number }): Promise<string> =>
  versionOfTermList(handle, project.id)

/** Both, for an examiner. */
export const glossaryOf = (services: Pick<Services, 'checkedTerms'>, handle: Handle, project: { id: number }) => ({
  prepared: () => projectTerms(services, handle, project),
  list: async (known?: string) =>
    known === (await readTermsVersion(handle, project)) ? undefined : readTerms(handle, project),
})
