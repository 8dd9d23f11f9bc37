-- For searches in descriptions. Most keys have none, and these are in no index.
create index keys_search_description on keys using gin (project_id, folded(description) gin_trgm_ops)
  with (gin_pending_list_limit = 256) where deleted_at is null and description is not null;

-- Plurals are few: a page of them by name, which is how they are mostly listed.
create index keys_plural on keys (project_id, (left(name, 256)), id) where is_plural and deleted_at is null;
