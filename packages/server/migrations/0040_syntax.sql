-- How placeholders are written in the values of a key; null means icu, as all keys were until now.
alter table keys add column syntax text;

-- The same for the texts of a file that is being imported, for the keys that it creates.
alter table import_files add column syntax text;
