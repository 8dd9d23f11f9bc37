import { queryClient } from '../../api/queries.ts'
import { ofGlossary } from './queries.ts'

/** Terms of an organization have changed: whatever shows some here asks again. Other tabs and people learn it by the stream. */
export const tellTerms = (orgId: number) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ofGlossary(orgId) }),
    queryClient.invalidateQueries({ queryKey: ['terms'] }),
  ])
