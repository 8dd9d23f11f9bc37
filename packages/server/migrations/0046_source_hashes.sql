-- Hashes of the source texts of keys, of those projects alone that want to know where one text is translated differently
-- (features/checks/source-texts.ts). Whoever follows the changes writes them, so that a write of a value pays nothing. A row
-- may be behind: whoever finds a key by it looks at its text. No foreign key: it would lock each key as it is noted.
create table source_hashes (
  key_id bigint primary key,
  project_id bigint not null,
  hash bytea not null
);
create index source_hashes_alike on source_hashes (project_id, hash);
