-- What only one family of file formats can say about a key, by family: flags of PO, placeholders of Chrome. Few keys have
-- any, so it is no column of theirs. No column `updated_at` either: it is no news to anybody who reads keys.
create table key_format_data (
  key_id bigint primary key references keys on delete cascade,
  data jsonb not null
);
