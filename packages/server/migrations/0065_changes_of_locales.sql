-- What downloads of single languages are called follows from the last change that shows in them. The log is found by
-- language, and without one: what tells of keys and namespaces stands in every download.
create index changes_of_locale on changes (project_id, locale, seq);
