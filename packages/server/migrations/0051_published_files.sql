-- Where a published file lies in the folder of its namespace, and as what it is sent. Null: `<locale>.json`, as JSON, which
-- all of them were once. A language may have more than one file by now.
alter table cdn_files
  add column file text,
  add column media_type text,
  drop constraint cdn_files_deploy_id_namespace_locale_encoding_key,
  add constraint cdn_files_address unique nulls not distinct (deploy_id, namespace, locale, file, encoding);
