import type { Bench } from './bench.ts'
import { type Connection, connected } from './driver.ts'
import type { HttpClient } from './http.ts'
import { loadMemory } from './load-memory.ts'
import { loadHistory, loadJobs, loadPlaces, loadPrograms } from './load-records.ts'
import { type LargeOrganization, type Place, SIZES } from './organization-size.ts'
import { extended, sourceTexts } from './segments.ts'

/**
 * An organization as large as one may become, with one large project among many. What the service makes in one request is
 * made by it; the many rows are written behind its back, as it would have left them.
 */
export async function createLargeOrganization(bench: Bench): Promise<LargeOrganization> {
  const orgId = await asked(bench, (client) =>
    client.json<{ id: number }>('POST', '/v1/organizations', { name: 'Large' }).then(({ id }) => id),
  )
  const [projectId = 0] = await bench.createProjects(1, SIZES.keys, orgId)
  const made = await asked(bench, (client) => makeSmallThings(client, orgId, projectId))
  await connected(bench.database, async (database) => {
    await fill(database, { ...made, userId: bench.userId })
    await loadMemory(database, made.memoryId, made.targetId, extended(sourceTexts(), SIZES.entries))
    await database.query('vacuum analyze')
  })
  return made
}

/** By a client of its own: the service does not keep an idle connection for as long as loading takes. */
async function asked<T>(bench: Bench, ask: (client: HttpClient) => Promise<T>): Promise<T> {
  const client = await bench.client()
  try {
    return await ask(client)
  } finally {
    client.close()
  }
}

async function makeSmallThings(client: HttpClient, orgId: number, projectId: number) {
  const { locales } = await client.json<{ locales: { id: number }[] }>('GET', `/v1/projects/${projectId}`)
  const [source, target] = locales
  const memory = { name: 'All texts', sourceLocaleId: source?.id }
  const { id: memoryId } = await client.json<{ id: number }>('POST', `/v1/organizations/${orgId}/tms`, memory)
  const assigned = { assignments: [{ tmId: memoryId, priority: 1, isWritable: false, penalty: 0 }] }
  await client.json('PATCH', `/v1/projects/${projectId}/tm-settings`, assigned)
  await client.json('POST', `/v1/organizations/${orgId}/glossary/terms`, { term: 'cart' })
  const hook = { name: 'Large log', url: 'http://127.0.0.1:9/', events: ['translation.updated'] }
  const { id: webhookId } = await client.json<{ id: number }>('POST', `/v1/projects/${projectId}/webhooks`, hook)
  await client.json('POST', `/v1/projects/${projectId}/cdn/deploy`, {})
  return { orgId, projectId, memoryId, webhookId, targetId: target?.id ?? 0 }
}

async function fill(database: Connection, place: Place): Promise<void> {
  // What follows each row by itself (deliveries, checks of what terms are in) has no part in opening a screen.
  await database.query('set session_replication_role = replica')
  await loadPeople(database, place)
  await loadProjects(database, place)
  await loadGlossary(database, place)
  await loadHistory(database, place)
  await loadPlaces(database, place)
  await loadPrograms(database, place)
  await loadJobs(database, place)
  await database.query('reset session_replication_role')
}

/** Members, each of whom has written something, and users of the instance who are members of nothing. */
async function loadPeople(database: Connection, { orgId, userId }: Place): Promise<void> {
  await database.query(
    `with people as (
       insert into users (email, name, created_at, updated_at, last_seen_at)
       select 'person' || n || '.of.' || $1::bigint || '@example.com', 'Person ' || n, now(), now(), now()
       from generate_series(1, $2::int) n returning id
     ), members as (
       insert into memberships (organization_id, user_id, role, joined_at, created_at)
       select $1::bigint, id, (array['admin', 'developer', 'reviewer', 'translator', 'viewer'])[1 + id % 5], now(), now()
       from people order by id limit $3
       returning user_id
     )
     insert into writers (organization_id, user_id) select $1::bigint, user_id from members`,
    [orgId, SIZES.users, SIZES.members],
  )
  await database.query(
    `insert into sessions (token_hash, user_id, created_at, seen_at, expires_at, user_agent, address)
     select sha256(gen_random_uuid()::text::bytea), $1, now(), now(), now() + interval '1 day', 'Mozilla/5.0', '192.0.2.1'
     from generate_series(1, $2::int)`,
    [userId, SIZES.devices],
  )
}

/** Ten keys in three languages each. */
async function loadProjects(database: Connection, { orgId, projectId, userId }: Place): Promise<void> {
  await database.query(
    `with made as (
       insert into projects (organization_id, name, source_locale_id, cdn_token, created_at, updated_at)
       select organization_id, 'Catalogue ' || n, source_locale_id, gen_random_uuid(), now(), now()
       from projects, generate_series(2, $2::int) n where id = $1
       returning id
     ), counters as (
       insert into project_counters (project_id, keys) select id, 10 from made
     ), spoken as (
       insert into project_locales (project_id, locale_id, added_at)
       select made.id, l.locale_id, now() from made, project_locales l where l.project_id = $1
     )
     insert into namespaces (project_id, name, is_default, created_at, updated_at)
     select id, 'default', true, now(), now() from made`,
    [projectId, SIZES.projects],
  )
  await database.query(
    `with made as (
       insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at)
       select s.project_id, s.id, 'item.' || n, $3, now(), now()
       from namespaces s join projects p on p.id = s.project_id, generate_series(1, 10) n
       where p.organization_id = $1 and p.id <> $2
       returning id, project_id
     )
     insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
     select made.project_id, made.id, l.locale_id, 'Item', 'not_reviewed', $3, now(), now()
     from made join project_locales l on l.project_id = made.project_id`,
    [orgId, projectId, userId],
  )
}

async function loadGlossary(database: Connection, { orgId, projectId }: Place): Promise<void> {
  await database.query(
    `with made as (
       insert into terms (glossary_id, concept_id, source_locale_id, term, definition, revision, created_at, updated_at)
       select g.id, gen_random_uuid(), p.source_locale_id, 'term ' || md5(n::text), 'What it means', 1, now(), now()
       from glossaries g, projects p, generate_series(2, $3::int) n where g.organization_id = $1 and p.id = $2
       returning id, glossary_id, term
     )
     insert into term_translations (glossary_id, term_id, locale_id, text)
     select made.glossary_id, made.id, l.locale_id, made.term from made, project_locales l where l.project_id = $2`,
    [orgId, projectId, SIZES.terms],
  )
}
