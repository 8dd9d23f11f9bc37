-- What a family of formats has kept of languages, where another file of the family, in one of them, takes the place of all
-- else: members that stand under codes of languages, as translators' comments do. What the file says of its own language counts.
drop function if exists kept_of_languages;
create function kept_of_languages(kept jsonb, told jsonb, language text, codes text[]) returns jsonb
  language sql immutable parallel safe
  return (
    select coalesce(jsonb_object_agg(m.key, m.value), '{}')
    from (
      select k.key, (k.value - language) || case when jsonb_typeof(told -> k.key) = 'object' then told -> k.key else '{}' end as value
      from jsonb_each(case when jsonb_typeof(kept) = 'object' then kept else '{}' end) k
      where jsonb_typeof(k.value) = 'object'
        and not exists (
          select from jsonb_object_keys(case when jsonb_typeof(k.value) = 'object' then k.value else '{}' end) as code
          where code <> all(codes))
    ) m
    where m.value <> '{}'
  );
