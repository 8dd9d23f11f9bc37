import type { Connection } from './driver.ts'

const AREAS =
  'account admin auth billing cart catalog checkout dashboard editor export help import inbox invoice onboarding order profile report search settings'
const SUBJECTS =
  'address attachment card comment coupon customer delivery discount file filter language member message password payment product project subscription team user'
const KINDS = 'button confirm description empty error hint label notice status title'
const DETAILS =
  'accepted archived blocked cancelled card_declined copied created deleted delivered disabled duplicated enabled expired failed invalid limit_reached locked missing moved pending renamed restored saved too_long updated'

/** Sentences by language, each with a place for two words, as short and as long as interfaces have them. */
const SENTENCES = {
  en: [
    'Save %s',
    'The %s was %s.',
    'We could not find this %s. It may have been %s by somebody else in the meantime.',
    'Your %s is %s. Please try again in a few minutes, or contact support if the problem stays.',
  ],
  de: [
    '%s speichern',
    '%s wurde %s.',
    '%s wurde nicht gefunden. Vielleicht wurde der Eintrag inzwischen von jemand anderem geändert (%s).',
    '%s ist %s. Bitte versuchen Sie es in einigen Minuten erneut oder wenden Sie sich an den Support.',
  ],
  fr: [
    'Enregistrer %s',
    '%s a été %s.',
    "%s est introuvable. L'élément a peut-être été modifié entre-temps par une autre personne (%s).",
    "%s est %s. Veuillez réessayer dans quelques minutes ou contacter l'assistance si le problème persiste.",
  ],
}

export const LOCALES = Object.keys(SENTENCES)

/** The most keys there are different names for. */
export const MOST_KEYS = [AREAS, SUBJECTS, KINDS, DETAILS].reduce(
  (product, words) => product * words.split(' ').length,
  1,
)

/**
 * Fills a new project with the first `count` keys of a fixed list, in the order in which an import of a nested file
 * would leave them, and their values in all languages of the project. The count of keys is kept as the product keeps it.
 */
export async function loadKeys(client: Connection, projectId: number, count: number): Promise<void> {
  if (count > MOST_KEYS) throw new Error(`There are names for ${MOST_KEYS} keys, not for ${count}`)
  await client.query('begin')
  // Into empty tables: an index of trigrams is built in a quarter of the time it takes to grow.
  const rebuild = (await isEmpty(client)) ? await dropSearchIndexes(client) : []
  await client.query(
    `with words as (
       select string_to_array($3, ' ') as areas, string_to_array($4, ' ') as subjects,
              string_to_array($5, ' ') as kinds, string_to_array($6, ' ') as details),
     names as (
       select area.position, subject.position, kind.position, detail.position,
              concat_ws('.', area.word, subject.word, kind.word, detail.word) as name,
              row_number() over (order by area.position, subject.position, kind.position, detail.position) as number
       from words,
            unnest(areas) with ordinality as area (word, position),
            unnest(subjects) with ordinality as subject (word, position),
            unnest(kinds) with ordinality as kind (word, position),
            unnest(details) with ordinality as detail (word, position))
     insert into keys (project_id, namespace_id, name, description, created_by, created_at, updated_at)
     select $1, n.id, names.name, case when number % 4 = 0 then 'Shown on the page ' || split_part(names.name, '.', 1) end,
            u.id, timestamptz '2026-01-01' + number * interval '1 minute', timestamptz '2026-01-01' + number * interval '1 minute'
     from names, namespaces n, (select min(id) as id from users) u
     where n.project_id = $1 and n.is_default and number <= $2
     order by number`,
    [projectId, count, AREAS, SUBJECTS, KINDS, DETAILS],
  )
  await client.query(
    `insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at, reviewed_by, reviewed_at)
     select k.project_id, k.id, l.id, case when status <> 'not_translated' then format(sentence, initcap(words[2]), words[4]) end, status,
            k.created_by, k.created_at, k.created_at,
            case when status = 'translated' then k.created_by end, case when status = 'translated' then k.created_at end
     from keys k
     join project_locales pl on pl.project_id = k.project_id
     join locales l on l.id = pl.locale_id,
     lateral (select string_to_array(k.name, '.') as words,
                     coalesce($2::jsonb -> l.code, $2::jsonb -> 'en') ->> (k.id % 4)::int as sentence,
                     (array['translated', 'translated', 'translated', 'not_reviewed', 'not_translated'])[1 + (k.id + l.id) % 5]
                       as status) as made
     where k.project_id = $1
     order by k.id, l.id`,
    [projectId, JSON.stringify(SENTENCES)],
  )
  await client.query('update project_counters set keys = $2 where project_id = $1', [projectId, count])
  for (const definition of rebuild) await client.query(definition)
  await client.query('commit')
}

async function isEmpty(client: Connection): Promise<boolean> {
  const { rows } = await client.query('select from keys limit 1')
  return rows.length === 0
}

/** Returns what makes them again. */
export async function dropSearchIndexes(client: Connection): Promise<string[]> {
  const found = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('keys', 'translations') and indexdef like '% USING gin %'`,
  )
  for (const { name } of found.rows) await client.query(`drop index ${name}`)
  return found.rows.map(({ definition }) => definition)
}
