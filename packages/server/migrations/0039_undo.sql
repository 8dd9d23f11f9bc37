-- Keys that a build removed because it no longer names them. They are in no trash and nobody restores one of them by hand,
-- but whoever takes back that import finds them again, with their values. Until now their rows were deleted, and those
-- stay lost.
alter table keys add column is_removed boolean not null default false;

-- What happened to a project beside its keys, which is little: when its namespaces bore which names is read here.
create index changes_beside_keys on changes (project_id, seq) where key_id is null;

-- The first and the last change of the values that a job wrote; null until there is one, and for older jobs.
alter table translation_jobs add column first_change bigint, add column last_change bigint;
