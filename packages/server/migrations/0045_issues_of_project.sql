-- What was found in a project: gathered for filters of keys, counted by check and language, and told of by deploys.
-- Whether it is open stands in the index, so that counting reads no rows.
create index issues_of_project on issues (project_id, severity, check_id, locale_id, key_id) include (ignore_id);
