import Type from 'typebox'
import { project } from '../access.ts'
import { Actor } from '../actor.ts'
import { Cursor, Id, limitOf, Nullable, named, Time } from '../fields.ts'
import { routes } from '../route.ts'

/** What a deploy remarks on: the file, the key in it, and what is odd about its value. */
export const DeployWarning = Type.Object({ file: Type.String(), key: Type.String(), message: Type.String() })

const PublishedFile = Type.Object({
  path: Type.String({ description: 'What follows `cdnUrl` of the project.' }),
  url: Type.String(),
  bytes: Type.Integer({ description: 'Before it is compressed.' }),
  locale: Type.String(),
  namespace: Type.String(),
})

const Published = Type.Object({
  publishedAt: Nullable(Time),
  deployId: Nullable(Id),
  isBehind: Type.Boolean({
    description: 'Something that would be published changed since, or nothing was published yet.',
  }),
  files: Type.Array(PublishedFile),
})

const Deploy = Type.Object({
  id: Id,
  state: Type.Enum(['running', 'completed', 'failed']),
  startedAt: Time,
  finishedAt: Nullable(Time),
  actor: Actor,
  files: Type.Integer(),
  bytes: Type.Integer(),
  warnings: Type.Array(DeployWarning, { description: 'The first 100.' }),
  error: Nullable(Type.String()),
  isPublished: Type.Boolean(),
})

named({ DeployWarning, PublishedFile, Publication: Published, Deploy })

export const cdnRoutes = routes('CDN publishing', {
  deployCdn: {
    method: 'POST',
    path: '/projects/{projectId}/cdn/deploy',
    summary: 'Publish the files of a project; the stream tells when they are out',
    access: project('project.manage', { sessionOnly: true, unrestricted: true }),
    responses: {
      202: Type.Object({
        success: Type.Boolean(),
        filesDeployed: Type.Integer({ description: '0: the files are built after the answer.' }),
        message: Type.String(),
      }),
    },
    errors: ['tooManyDeploys'],
  },
  getCdn: {
    method: 'GET',
    path: '/projects/{projectId}/cdn',
    summary: 'What is published, and whether a deploy would change it',
    access: project('translation.view'),
    responses: { 200: Published },
  },
  listDeploys: {
    method: 'GET',
    path: '/projects/{projectId}/cdn/deploys',
    summary: 'The last 20 deploys, newest first',
    access: project('translation.view'),
    query: Type.Object({ cursor: Type.Optional(Cursor), limit: Type.Optional(limitOf(50)) }),
    responses: {
      200: Type.Object({
        deploys: Type.Array(Deploy),
        nextCursor: Nullable(Type.String()),
        hasMore: Type.Boolean(),
      }),
    },
    errors: ['invalidCursor'],
  },
  publishDeploy: {
    method: 'POST',
    path: '/projects/{projectId}/cdn/deploys/{deployId}/publish',
    summary: 'Publish once more what an earlier deploy published, at once and as a whole',
    access: project('project.manage', { sessionOnly: true, unrestricted: true }),
    responses: { 200: Published },
    errors: ['deployNotFound', 'deployNotCompleted', 'bucketFailed'],
  },
})
