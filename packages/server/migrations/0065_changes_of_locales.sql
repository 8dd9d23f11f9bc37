-- What downloads of single languages are called follows from the last change that shows in them: of a language or, where none
-- is named, of keys and namespaces. Every download is a change itself, so thousands may stand behind the last that counts: of
-- 400,000 changes reading backwards took 390 ms, this index 0.1 ms. Its condition and its name for "none" are those of
-- features/export/values-tag.ts.
create index seen_changes_of_locale on changes (project_id, coalesce(locale, ''), seq)
  where event not in (
    'export.completed', 'import.completed', 'schema.updated', 'comment.created', 'comment.updated', 'comment.deleted');
