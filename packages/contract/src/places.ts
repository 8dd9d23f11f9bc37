import type { Situation } from './errors.ts'

/** A kind of place: how a path names the organization or project that a route is about, and what is told to outsiders. */
export interface Place {
  /** The parameter of the path that names it, or something of its own; null: the API key does. */
  param: 'id' | `${string}Id` | null
  /** What the caller must have rights in. API keys have none in an organization. */
  owner: 'project' | 'organization'
  /** Told where there is no such thing, or none that the caller may know of. */
  missing: Situation
  /** Told to an API key that does not belong there: one of another project, or any where an organization is the owner. */
  apiKey: Situation
}

/**
 * Every kind of place. A kind is a row here and a line in the server's `http/places.ts`, which finds the owner.
 *
 * A thing needs a row where a path names it without its owner (`/tms/{tmId}`). Below its owner
 * (`/projects/{projectId}/…/jobs/{jobId}`) it needs none: the route is about the project, and whether the thing is there
 * is asked after the body was checked, by the handler.
 */
export const places = {
  organization: { param: 'orgId', owner: 'organization', missing: 'notFound', apiKey: 'apiKeyOnOrganization' },
  // An API key is asked to sign in, but for those routes on which it is sent away as from other organization routes.
  glossary: { param: 'orgId', owner: 'organization', missing: 'glossaryNotFound', apiKey: 'personRequired' },
  glossaryReading: {
    param: 'orgId',
    owner: 'organization',
    missing: 'glossaryNotFound',
    apiKey: 'apiKeyOnOrganization',
  },
  memory: { param: 'tmId', owner: 'organization', missing: 'notFound', apiKey: 'notFound' },
  project: { param: 'projectId', owner: 'project', missing: 'projectNotFound', apiKey: 'otherProjectsKey' },
  ownProject: { param: null, owner: 'project', missing: 'projectNotFound', apiKey: 'otherProjectsKey' },
  webhook: { param: 'id', owner: 'project', missing: 'webhookNotFound', apiKey: 'webhookNotFound' },
  delivery: { param: 'id', owner: 'project', missing: 'deliveryNotFound', apiKey: 'deliveryNotFound' },
} as const satisfies Record<string, Place>

export type PlaceName = keyof typeof places
