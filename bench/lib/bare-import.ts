import type { Connection } from './driver.ts'

export interface Texts {
  locale: string
  names: string[]
  values: string[]
}

/** The same rows without the product: keys, values and changes by `unnest`, one transaction. */
export async function bareImport(database: Connection, projectId: number, files: readonly Texts[]): Promise<void> {
  await database.query('begin')
  const names = [...new Set(files.flatMap((file) => file.names))]
  await database.query(
    `with made as (
       insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at)
       select $1::bigint, n.id, asked.name, 1, now(), now()
       from unnest($2::text[]) as asked (name), namespaces n where n.project_id = $1 and n.is_default
       returning id, name)
     insert into changes (project_id, seq, at, actor_type, actor_id, event, key_id, key_name, namespace, after)
     select $1::bigint, row_number() over (), now(), 'user', 1, 'key.created', id, name, 'default', '{"isPlural": false}'
     from made`,
    [projectId, names],
  )
  let seq = names.length
  for (const file of files) {
    await database.query(
      `with made as (
         insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
         select $1::bigint, k.id, l.id, v.value, 'not_reviewed', 1, now(), now()
         from unnest($2::text[], $3::text[]) as v (name, value)
         join namespaces n on n.project_id = $1 and n.is_default
         join keys k on k.namespace_id = n.id and k.name_hash = text_hash(v.name) and k.deleted_at is null
         join project_locales pl on pl.project_id = $1
         join locales l on l.id = pl.locale_id and l.code = $4
         returning id, key_id, value)
       insert into changes (project_id, seq, at, actor_type, actor_id, event, key_id, translation_id, key_name, namespace,
                            locale, after)
       select $1::bigint, $5::bigint + row_number() over (), now(), 'user', 1, 'translation.created', m.key_id, m.id,
              k.name, 'default', $4, jsonb_build_object('value', m.value, 'status', 'not_reviewed')
       from made m join keys k on k.id = m.key_id`,
      [projectId, file.names, file.values, file.locale, seq],
    )
    seq += file.names.length
  }
  await database.query('update project_counters set seq = seq + $2, keys = keys + $3 where project_id = $1', [
    projectId,
    seq,
    names.length,
  ])
  await database.query('commit')
}

/** Texts as applications have them: a hundred characters of name and value together. */
export const textsOf = (locale: string, count: number, from = 0): Texts => ({
  locale,
  names: Array.from({ length: count }, (_, at) => `page.section${(from + at) % 97}.label.number${from + at}`),
  values: Array.from(
    { length: count },
    (_, at) => `The ${locale} text number ${from + at} of a page that somebody reads`,
  ),
})

export const asObject = ({ names, values }: Texts) =>
  Object.fromEntries(names.map((name, at) => [name, values[at] as string]))
