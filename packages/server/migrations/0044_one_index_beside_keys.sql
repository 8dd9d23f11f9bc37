-- What happened to a project beside its keys is read by what it is, from some change on: which names its namespaces had.
-- Two indexes could tell, and each that does not hold a change still costs every single write, which has to ask whether it
-- does. This one serves both who read.
drop index changes_of_namespaces;
drop index changes_beside_keys;
create index changes_beside_keys on changes (project_id, event, seq) where key_id is null;
