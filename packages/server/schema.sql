-- The schema as all migrations and the files of sql/ leave it, to be read; nothing runs it. Why a table is as it is, its
-- migration tells. Written by "npm run schema".

CREATE EXTENSION btree_gin;
CREATE EXTENSION pg_trgm;

-- sql/comparable.sql: comparable(text) RETURNS text
-- sql/count_added_entries.sql: count_added_entries() RETURNS trigger
-- sql/count_removed_entries.sql: count_removed_entries() RETURNS trigger
-- sql/exceeded_limit.sql: exceeded_limit(value text, character_limit bigint) RETURNS bigint
-- sql/folded.sql: folded(text) RETURNS text
-- sql/iso_time.sql: iso_time(timestamptz) RETURNS text
-- sql/kept_of_languages.sql: kept_of_languages(kept jsonb, told jsonb, language text, codes text[]) RETURNS jsonb
-- sql/mark_changed_terms.sql: mark_changed_terms() RETURNS trigger
-- sql/mark_changed_translations.sql: mark_changed_translations() RETURNS trigger
-- sql/put_value.sql: put_value(project bigint, by_id bigint, in_namespace text, key_name text, locale_code text, new_value text, given_status text, expected timestamptz, source_locale bigint, may_have_parameters boolean, actor_kind text, actor bigint, writer bigint, at timestamptz, OUT key_id bigint, OUT locale_id bigint, OUT exceeded bigint, OUT id bigint, OUT status text, OUT created_at timestamptz, OUT updated_at timestamptz, OUT created_by bigint, OUT updated_by bigint, OUT change bigint) RETURNS record
-- sql/queue_deliveries.sql: queue_deliveries() RETURNS trigger
-- sql/seen_data.sql: seen_data(event text, data jsonb, locale_codes text[], sees_values boolean) RETURNS jsonb
-- sql/text_hash.sql: text_hash(text) RETURNS bytea
-- sql/value_status.sql: value_status(given text, value text, is_known boolean, known_value text, known_status text) RETURNS text
-- sql/webhook_data.sql: webhook_data(project_id bigint, event text, key_id bigint, key text, namespace text, translation_id bigint, locale text, before jsonb, after jsonb) RETURNS jsonb

CREATE SEQUENCE memory_entry_versions;

CREATE TABLE schema_migrations (
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE instance (
  singleton boolean NOT NULL DEFAULT true,
  cursor_secret bytea NOT NULL,
  CONSTRAINT instance_pkey PRIMARY KEY (singleton),
  CONSTRAINT instance_singleton_check CHECK (singleton)
);

CREATE TABLE users (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  is_instance_admin boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  last_seen_at timestamptz(3),
  passkey_handle uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE INDEX users_administrators ON users USING btree (id) WHERE is_instance_admin;
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));
CREATE INDEX users_search ON users USING gin (folded(name) gin_trgm_ops, folded(email) gin_trgm_ops) WITH (gin_pending_list_limit='256');

CREATE TABLE sessions (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  token_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  user_agent text,
  address text,
  confirmed_at timestamptz(3),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_user ON sessions USING btree (user_id);

CREATE TABLE organizations (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  key_limit bigint,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  created_by bigint,
  deleted_at timestamptz(3),
  swept_at timestamptz(3),
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX organizations_closed ON organizations USING btree (deleted_at) WHERE deleted_at IS NOT NULL AND swept_at IS NULL;
CREATE INDEX organizations_founded ON organizations USING btree (created_by) WHERE deleted_at IS NULL;

CREATE TABLE memberships (
  organization_id bigint NOT NULL,
  user_id bigint NOT NULL,
  role text NOT NULL,
  locale_codes text[],
  joined_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT memberships_pkey PRIMARY KEY (organization_id, user_id),
  CONSTRAINT memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT memberships_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'developer'::text, 'reviewer'::text, 'translator'::text, 'viewer'::text]))
);
CREATE INDEX memberships_user ON memberships USING btree (user_id);

CREATE TABLE locales (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  CONSTRAINT locales_pkey PRIMARY KEY (id),
  CONSTRAINT locales_organization_id_code_key UNIQUE (organization_id, code),
  CONSTRAINT locales_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

CREATE TABLE projects (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  name text NOT NULL,
  source_locale_id bigint NOT NULL,
  cdn_token text NOT NULL,
  cdn_format text NOT NULL DEFAULT 'json'::text,
  cdn_structure text NOT NULL DEFAULT 'flat'::text,
  cdn_statuses text[],
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  check_severities jsonb NOT NULL DEFAULT '{}'::jsonb,
  block_review boolean NOT NULL DEFAULT false,
  CONSTRAINT projects_pkey PRIMARY KEY (id),
  CONSTRAINT projects_cdn_token_key UNIQUE (cdn_token),
  CONSTRAINT projects_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT projects_source_locale_id_fkey FOREIGN KEY (source_locale_id) REFERENCES locales(id)
);
CREATE INDEX projects_organization ON projects USING btree (organization_id) WHERE deleted_at IS NULL;

CREATE TABLE project_counters (
  project_id bigint NOT NULL,
  seq bigint NOT NULL DEFAULT 0,
  keys bigint NOT NULL DEFAULT 0,
  CONSTRAINT project_counters_pkey PRIMARY KEY (project_id),
  CONSTRAINT project_counters_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
) WITH (fillfactor=20);

CREATE TABLE project_locales (
  project_id bigint NOT NULL,
  locale_id bigint NOT NULL,
  added_at timestamptz(3) NOT NULL,
  CONSTRAINT project_locales_pkey PRIMARY KEY (project_id, locale_id),
  CONSTRAINT project_locales_locale_id_fkey FOREIGN KEY (locale_id) REFERENCES locales(id),
  CONSTRAINT project_locales_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE TABLE namespaces (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  project_id bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  CONSTRAINT namespaces_pkey PRIMARY KEY (id),
  CONSTRAINT namespaces_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX namespaces_default ON namespaces USING btree (project_id) WHERE is_default;
CREATE UNIQUE INDEX namespaces_living_name ON namespaces USING btree (project_id, name) WHERE deleted_at IS NULL;

CREATE TABLE api_keys (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  project_id bigint NOT NULL,
  name text NOT NULL,
  key_hash bytea NOT NULL,
  prefix text NOT NULL,
  scopes text[] NOT NULL,
  permissions text[] NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT api_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX api_keys_project ON api_keys USING btree (project_id) WHERE revoked_at IS NULL;

CREATE TABLE keys (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  project_id bigint NOT NULL,
  namespace_id bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_hash bytea NOT NULL GENERATED ALWAYS AS (text_hash(name)) STORED,
  description text,
  ai_context text,
  is_plural boolean NOT NULL DEFAULT false,
  character_limit bigint,
  params jsonb NOT NULL DEFAULT '[]'::jsonb,
  created_by bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  is_removed boolean NOT NULL DEFAULT false,
  syntax text,
  CONSTRAINT keys_pkey PRIMARY KEY (id),
  CONSTRAINT keys_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES namespaces(id),
  CONSTRAINT keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX keys_by_creation ON keys USING btree (project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX keys_by_id ON keys USING btree (project_id, id) WHERE deleted_at IS NULL;
CREATE INDEX keys_by_name ON keys USING btree (project_id, "left"(name, 256), id) WHERE deleted_at IS NULL;
CREATE INDEX keys_by_update ON keys USING btree (project_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX keys_deleted ON keys USING btree (project_id, deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX keys_living_name ON keys USING btree (namespace_id, name_hash) WHERE deleted_at IS NULL;
CREATE INDEX keys_plural ON keys USING btree (project_id, "left"(name, 256), id) WHERE is_plural AND deleted_at IS NULL;
CREATE INDEX keys_search ON keys USING gin (project_id, folded(name) gin_trgm_ops) WITH (gin_pending_list_limit='1048576') WHERE deleted_at IS NULL;
CREATE INDEX keys_search_description ON keys USING gin (project_id, folded(description) gin_trgm_ops) WITH (gin_pending_list_limit='1048576') WHERE deleted_at IS NULL AND description IS NOT NULL;

CREATE TABLE translations (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  project_id bigint NOT NULL,
  key_id bigint NOT NULL,
  locale_id bigint NOT NULL,
  value text,
  status text NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  reviewed_by bigint,
  reviewed_at timestamptz(3),
  source_changed_at timestamptz(3),
  updated_by bigint,
  CONSTRAINT translations_pkey PRIMARY KEY (id),
  CONSTRAINT translations_key_id_locale_id_key UNIQUE (key_id, locale_id),
  CONSTRAINT translations_key_id_fkey FOREIGN KEY (key_id) REFERENCES keys(id) ON DELETE CASCADE,
  CONSTRAINT translations_locale_id_fkey FOREIGN KEY (locale_id) REFERENCES locales(id),
  CONSTRAINT translations_status_check CHECK (status = ANY (ARRAY['translated'::text, 'not_reviewed'::text, 'not_translated'::text]))
);
CREATE INDEX translations_changed_source ON translations USING btree (project_id, key_id) WHERE source_changed_at IS NOT NULL;
CREATE INDEX translations_search ON translations USING gin (project_id, folded(value) gin_trgm_ops) WITH (gin_pending_list_limit='1048576');

CREATE TABLE comments (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  text text NOT NULL,
  author_id bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  key_id bigint NOT NULL,
  locale_id bigint,
  mentions bigint[] NOT NULL DEFAULT '{}'::bigint[],
  is_resolved boolean NOT NULL DEFAULT false,
  resolved_by bigint,
  CONSTRAINT comments_pkey PRIMARY KEY (id),
  CONSTRAINT comments_key_id_fkey FOREIGN KEY (key_id) REFERENCES keys(id) ON DELETE CASCADE,
  CONSTRAINT comments_locale_id_fkey FOREIGN KEY (locale_id) REFERENCES locales(id)
);
CREATE INDEX comments_of_key ON comments USING btree (key_id, id);

CREATE TABLE observations (
  key_id bigint NOT NULL,
  ui_type text,
  translation_role text,
  length_hint text,
  neighbors jsonb NOT NULL DEFAULT '[]'::jsonb,
  screen_groups text[] NOT NULL DEFAULT '{}'::text[],
  last_seen_at timestamptz(3) NOT NULL,
  source_hash bytea,
  seen_seq bigint,
  CONSTRAINT observations_pkey PRIMARY KEY (key_id),
  CONSTRAINT observations_key_id_fkey FOREIGN KEY (key_id) REFERENCES keys(id) ON DELETE CASCADE
);

CREATE TABLE changes (
  project_id bigint NOT NULL,
  seq bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  actor_type text NOT NULL,
  actor_id bigint,
  event text NOT NULL,
  key_id bigint,
  translation_id bigint,
  key_name text,
  namespace text,
  locale text,
  before jsonb,
  after jsonb,
  CONSTRAINT changes_pkey PRIMARY KEY (project_id, seq),
  CONSTRAINT changes_actor_type_check CHECK (actor_type = ANY (ARRAY['user'::text, 'api_key'::text, 'system'::text]))
);
CREATE INDEX changes_beside_keys ON changes USING btree (project_id, event, seq) WHERE key_id IS NULL;
CREATE INDEX changes_of_key ON changes USING btree (project_id, key_id, seq) WHERE key_id IS NOT NULL;
CREATE INDEX seen_changes_of_locale ON changes USING btree (project_id, COALESCE(locale, ''::text), seq) WHERE event <> ALL (ARRAY['export.completed'::text, 'import.completed'::text, 'schema.updated'::text, 'comment.created'::text, 'comment.updated'::text, 'comment.deleted'::text]);
CREATE TRIGGER deliveries_of_changes AFTER INSERT ON changes REFERENCING NEW TABLE AS facts FOR EACH STATEMENT EXECUTE FUNCTION queue_deliveries();

CREATE UNLOGGED TABLE open_streams (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  project_id bigint NOT NULL,
  user_id bigint NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT open_streams_pkey PRIMARY KEY (id),
  CONSTRAINT open_streams_kind_check CHECK (kind = ANY (ARRAY['project'::text, 'key'::text]))
);
CREATE INDEX open_streams_project ON open_streams USING btree (project_id);
CREATE INDEX open_streams_user ON open_streams USING btree (user_id);

CREATE TABLE webhooks (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid text NOT NULL,
  project_id bigint NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  is_active boolean NOT NULL,
  consecutive_failures integer NOT NULL DEFAULT 0,
  last_triggered_at timestamptz(3),
  last_success_at timestamptz(3),
  secret bytea NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  sees_values boolean NOT NULL DEFAULT true,
  signature text NOT NULL DEFAULT 'tms'::text,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_uuid_key UNIQUE (uuid),
  CONSTRAINT webhooks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT webhooks_signature_check CHECK (signature = ANY (ARRAY['tms'::text, 'standard'::text]))
);
CREATE INDEX webhooks_project ON webhooks USING btree (project_id) WHERE deleted_at IS NULL;

CREATE TABLE deliveries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  uuid text NOT NULL,
  webhook_id bigint NOT NULL,
  event text NOT NULL,
  locale_codes text[],
  body text,
  status text NOT NULL,
  attempt integer NOT NULL DEFAULT 1,
  is_single boolean NOT NULL DEFAULT false,
  is_notice boolean NOT NULL DEFAULT false,
  http_status integer,
  response_body text,
  error_message text,
  duration_ms integer,
  sent_at timestamptz(3),
  completed_at timestamptz(3),
  due_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  tells_values boolean NOT NULL DEFAULT false,
  is_asked_for boolean NOT NULL DEFAULT false,
  is_counted boolean NOT NULL DEFAULT false,
  data_id bigint,
  CONSTRAINT deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT deliveries_body CHECK (num_nonnulls(body, data_id) = 1) NOT VALID,
  CONSTRAINT deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'success'::text, 'failed'::text, 'retrying'::text]))
);
CREATE INDEX deliveries_due ON deliveries USING btree (webhook_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_of_webhook ON deliveries USING btree (webhook_id, id);

CREATE TABLE told_changes (
  event text NOT NULL,
  webhook text NOT NULL,
  CONSTRAINT told_changes_pkey PRIMARY KEY (event)
);

CREATE TABLE jobs (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  project_id bigint NOT NULL,
  lane text NOT NULL,
  actor_type text NOT NULL,
  actor_id bigint NOT NULL,
  user_id bigint NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  attempt integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  due_at timestamptz(3),
  CONSTRAINT jobs_pkey PRIMARY KEY (id),
  CONSTRAINT jobs_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT jobs_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))
);
CREATE INDEX jobs_due ON jobs USING btree (lane, id) WHERE due_at IS NOT NULL;
CREATE INDEX jobs_of_project ON jobs USING btree (project_id, kind, created_at);

CREATE TABLE cdn_publications (
  project_id bigint NOT NULL,
  version bigint NOT NULL,
  is_switching boolean NOT NULL DEFAULT false,
  published_at timestamptz(3) NOT NULL,
  deploy_id bigint NOT NULL,
  announced_at timestamptz(3),
  CONSTRAINT cdn_publications_pkey PRIMARY KEY (project_id),
  CONSTRAINT cdn_publications_deploy_id_fkey FOREIGN KEY (deploy_id) REFERENCES cdn_deploys(id),
  CONSTRAINT cdn_publications_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX cdn_publications_deploy ON cdn_publications USING btree (deploy_id);

CREATE TABLE cdn_blobs (
  hash bytea NOT NULL,
  bytes bytea STORAGE EXTERNAL NOT NULL,
  kept_until timestamptz(3) NOT NULL,
  CONSTRAINT cdn_blobs_pkey PRIMARY KEY (hash)
);

CREATE TABLE cdn_files (
  namespace text COLLATE "C",
  locale text NOT NULL,
  encoding text NOT NULL,
  hash bytea NOT NULL,
  deploy_id bigint NOT NULL,
  size bigint NOT NULL,
  file text,
  media_type text,
  CONSTRAINT cdn_files_address UNIQUE NULLS NOT DISTINCT (deploy_id, namespace, locale, file, encoding),
  CONSTRAINT cdn_files_deploy_id_fkey FOREIGN KEY (deploy_id) REFERENCES cdn_deploys(id) ON DELETE CASCADE,
  CONSTRAINT cdn_files_hash_fkey FOREIGN KEY (hash) REFERENCES cdn_blobs(hash),
  CONSTRAINT cdn_files_encoding_check CHECK (encoding = ANY (ARRAY['identity'::text, 'br'::text, 'gzip'::text]))
);
CREATE INDEX cdn_files_hash ON cdn_files USING btree (hash);

CREATE TABLE import_sessions (
  id text NOT NULL,
  project_id bigint NOT NULL,
  user_id bigint NOT NULL,
  default_resolution text,
  allow_new_locales boolean NOT NULL DEFAULT false,
  faults jsonb NOT NULL DEFAULT '[]'::jsonb,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  bytes bigint NOT NULL DEFAULT 0,
  has_conflicts boolean NOT NULL DEFAULT false,
  CONSTRAINT import_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT import_sessions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX import_sessions_expiry ON import_sessions USING btree (expires_at);
CREATE INDEX import_sessions_of_user ON import_sessions USING btree (user_id, expires_at);

CREATE TABLE import_files (
  session_id text NOT NULL,
  "position" integer NOT NULL,
  filename text NOT NULL,
  locale text,
  namespace text,
  faults jsonb NOT NULL DEFAULT '[]'::jsonb,
  syntax text,
  said text[] NOT NULL DEFAULT '{}'::text[],
  options jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT import_files_pkey PRIMARY KEY (session_id, "position"),
  CONSTRAINT import_files_session_id_fkey FOREIGN KEY (session_id) REFERENCES import_sessions(id) ON DELETE CASCADE
);

CREATE TABLE import_parts (
  session_id text NOT NULL,
  file integer NOT NULL,
  part integer NOT NULL,
  entries json STORAGE EXTERNAL NOT NULL,
  details json,
  CONSTRAINT import_parts_pkey PRIMARY KEY (session_id, file, part),
  CONSTRAINT import_parts_session_id_file_fkey FOREIGN KEY (session_id, file) REFERENCES import_files(session_id, "position") ON DELETE CASCADE
);

CREATE TABLE import_commits (
  project_id bigint NOT NULL,
  user_id bigint NOT NULL,
  idempotency_key text NOT NULL,
  answer json,
  created_at timestamptz(3) NOT NULL,
  body_hash bytea,
  CONSTRAINT import_commits_pkey PRIMARY KEY (project_id, user_id, idempotency_key),
  CONSTRAINT import_commits_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX import_commits_age ON import_commits USING btree (created_at);

CREATE TABLE import_progress (
  project_id bigint NOT NULL,
  tracking_id text NOT NULL,
  status text NOT NULL,
  total_files integer NOT NULL,
  processed_files integer NOT NULL,
  current_file text,
  results jsonb NOT NULL,
  started_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  source text NOT NULL DEFAULT 'web'::text,
  actor_type text NOT NULL DEFAULT 'system'::text,
  actor_id bigint,
  CONSTRAINT import_progress_pkey PRIMARY KEY (project_id, tracking_id),
  CONSTRAINT import_progress_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT import_progress_actor_type_check CHECK (actor_type = ANY (ARRAY['user'::text, 'api_key'::text, 'system'::text])),
  CONSTRAINT import_progress_source_check CHECK (source = ANY (ARRAY['web'::text, 'cli'::text])),
  CONSTRAINT import_progress_status_check CHECK (status = ANY (ARRAY['running'::text, 'completed'::text, 'failed'::text]))
);
CREATE INDEX import_progress_expiry ON import_progress USING btree (expires_at);

CREATE UNLOGGED TABLE import_rates (
  project_id bigint NOT NULL,
  actor_type text NOT NULL,
  actor_id bigint NOT NULL,
  tokens double precision NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT import_rates_pkey PRIMARY KEY (project_id, actor_type, actor_id)
);

CREATE TABLE memories (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  name text NOT NULL,
  description text,
  source_locale_id bigint NOT NULL,
  is_shared boolean NOT NULL,
  auto_populate boolean NOT NULL,
  only_approved boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT memories_pkey PRIMARY KEY (id),
  CONSTRAINT memories_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT memories_source_locale_id_fkey FOREIGN KEY (source_locale_id) REFERENCES locales(id)
);
CREATE INDEX memories_organization ON memories USING btree (organization_id, id);

CREATE TABLE memory_entries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  version bigint NOT NULL DEFAULT nextval('memory_entry_versions'::regclass),
  memory_id bigint NOT NULL,
  locale_id bigint NOT NULL,
  source_text text NOT NULL,
  target_text text NOT NULL,
  context_key text,
  source_hash bytea NOT NULL GENERATED ALWAYS AS (text_hash(source_text)) STORED,
  match_hash bytea NOT NULL GENERATED ALWAYS AS (text_hash(comparable(source_text))) STORED,
  match_length integer NOT NULL GENERATED ALWAYS AS (char_length(comparable(source_text))) STORED,
  source_project_id bigint,
  author_id bigint,
  author_name text,
  usage_count bigint NOT NULL DEFAULT 0,
  last_used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT memory_entries_pkey PRIMARY KEY (memory_id, id),
  CONSTRAINT memory_entries_locale_id_fkey FOREIGN KEY (locale_id) REFERENCES locales(id),
  CONSTRAINT memory_entries_memory_id_fkey FOREIGN KEY (memory_id) REFERENCES memories(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX memory_entries_identity ON memory_entries USING btree (memory_id, locale_id, match_hash, source_hash, context_key) NULLS NOT DISTINCT;
CREATE INDEX memory_entries_search ON memory_entries USING gin (memory_id, folded((source_text || ' '::text) || target_text) gin_trgm_ops) WITH (gin_pending_list_limit='1024');
CREATE UNIQUE INDEX memory_entries_version ON memory_entries USING btree (memory_id, locale_id, version);
CREATE TRIGGER count_added AFTER INSERT ON memory_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_entries();
CREATE TRIGGER count_removed AFTER DELETE ON memory_entries REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_entries();

CREATE TABLE memory_locales (
  memory_id bigint NOT NULL,
  locale_id bigint NOT NULL,
  entries bigint NOT NULL,
  CONSTRAINT memory_locales_pkey PRIMARY KEY (memory_id, locale_id),
  CONSTRAINT memory_locales_locale_id_fkey FOREIGN KEY (locale_id) REFERENCES locales(id),
  CONSTRAINT memory_locales_memory_id_fkey FOREIGN KEY (memory_id) REFERENCES memories(id) ON DELETE CASCADE
);

CREATE TABLE memory_assignments (
  project_id bigint NOT NULL,
  memory_id bigint NOT NULL,
  priority integer NOT NULL,
  is_writable boolean NOT NULL,
  penalty integer NOT NULL,
  CONSTRAINT memory_assignments_pkey PRIMARY KEY (project_id, memory_id),
  CONSTRAINT memory_assignments_memory_id_fkey FOREIGN KEY (memory_id) REFERENCES memories(id) ON DELETE CASCADE,
  CONSTRAINT memory_assignments_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX memory_assignments_memory ON memory_assignments USING btree (memory_id);
CREATE UNIQUE INDEX memory_assignments_writable ON memory_assignments USING btree (project_id) WHERE is_writable;

CREATE TABLE memory_positions (
  project_id bigint NOT NULL,
  seq bigint NOT NULL,
  CONSTRAINT memory_positions_pkey PRIMARY KEY (project_id),
  CONSTRAINT memory_positions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE TABLE glossaries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  name text NOT NULL,
  revision bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT glossaries_pkey PRIMARY KEY (id),
  CONSTRAINT glossaries_organization_id_key UNIQUE (organization_id),
  CONSTRAINT glossaries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

CREATE TABLE terms (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  glossary_id bigint NOT NULL,
  concept_id text COLLATE "C" NOT NULL,
  source_locale_id bigint NOT NULL,
  term text NOT NULL,
  folded_term text COLLATE "C" NOT NULL GENERATED ALWAYS AS (folded(term)) STORED,
  definition text,
  subject text,
  term_type text NOT NULL DEFAULT 'preferred'::text,
  part_of_speech text,
  gender text,
  description text,
  is_case_sensitive boolean NOT NULL DEFAULT false,
  is_exact_match boolean NOT NULL DEFAULT false,
  is_translatable boolean NOT NULL DEFAULT true,
  revision bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT terms_pkey PRIMARY KEY (id),
  CONSTRAINT terms_glossary_id_concept_id_key UNIQUE (glossary_id, concept_id),
  CONSTRAINT terms_glossary_id_fkey FOREIGN KEY (glossary_id) REFERENCES glossaries(id) ON DELETE CASCADE,
  CONSTRAINT terms_source_locale_id_fkey FOREIGN KEY (source_locale_id) REFERENCES locales(id),
  CONSTRAINT terms_term_type_check CHECK (term_type = ANY (ARRAY['preferred'::text, 'forbidden'::text]))
);
CREATE INDEX terms_by_name ON terms USING btree (glossary_id, folded_term, id);
CREATE INDEX terms_by_revision ON terms USING btree (glossary_id, revision, id);
CREATE INDEX terms_search ON terms USING gin (glossary_id, folded_term gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE TRIGGER mark_added AFTER INSERT ON terms REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_terms();
CREATE TRIGGER mark_changed AFTER UPDATE ON terms REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_terms();
CREATE TRIGGER mark_removed AFTER DELETE ON terms REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_terms();

CREATE TABLE term_translations (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  glossary_id bigint NOT NULL,
  term_id bigint NOT NULL,
  locale_id bigint NOT NULL,
  text text NOT NULL,
  term_type text NOT NULL DEFAULT 'preferred'::text,
  part_of_speech text,
  gender text,
  description text,
  CONSTRAINT term_translations_pkey PRIMARY KEY (id),
  CONSTRAINT term_translations_term_id_locale_id_key UNIQUE (term_id, locale_id),
  CONSTRAINT term_translations_locale_id_fkey FOREIGN KEY (locale_id) REFERENCES locales(id),
  CONSTRAINT term_translations_term_id_fkey FOREIGN KEY (term_id) REFERENCES terms(id) ON DELETE CASCADE,
  CONSTRAINT term_translations_term_type_check CHECK (term_type = ANY (ARRAY['preferred'::text, 'forbidden'::text]))
);
CREATE INDEX term_translations_search ON term_translations USING gin (glossary_id, folded(text) gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE TRIGGER mark_added AFTER INSERT ON term_translations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_translations();
CREATE TRIGGER mark_changed AFTER UPDATE ON term_translations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_translations();
CREATE TRIGGER mark_removed AFTER DELETE ON term_translations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_translations();

CREATE TABLE deleted_terms (
  glossary_id bigint NOT NULL,
  revision bigint NOT NULL,
  term_id bigint NOT NULL,
  CONSTRAINT deleted_terms_pkey PRIMARY KEY (glossary_id, revision, term_id),
  CONSTRAINT deleted_terms_glossary_id_fkey FOREIGN KEY (glossary_id) REFERENCES glossaries(id) ON DELETE CASCADE
);

CREATE TABLE translation_jobs (
  job_id bigint NOT NULL,
  source_locale_id bigint NOT NULL,
  target_locale_id bigint NOT NULL,
  source_locale text NOT NULL,
  target_locale text NOT NULL,
  overwrite_existing boolean NOT NULL,
  total integer NOT NULL,
  processed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  told_at timestamptz(3),
  error text,
  first_change bigint,
  last_change bigint,
  CONSTRAINT translation_jobs_pkey PRIMARY KEY (job_id),
  CONSTRAINT translation_jobs_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE,
  CONSTRAINT translation_jobs_source_locale_id_fkey FOREIGN KEY (source_locale_id) REFERENCES locales(id),
  CONSTRAINT translation_jobs_target_locale_id_fkey FOREIGN KEY (target_locale_id) REFERENCES locales(id)
);

CREATE TABLE translation_job_keys (
  job_id bigint NOT NULL,
  key_id bigint NOT NULL,
  error_type text,
  message text,
  key_name text,
  CONSTRAINT translation_job_keys_pkey PRIMARY KEY (job_id, key_id),
  CONSTRAINT translation_job_keys_job_id_fkey FOREIGN KEY (job_id) REFERENCES translation_jobs(job_id) ON DELETE CASCADE
);
CREATE INDEX translation_job_keys_waiting ON translation_job_keys USING btree (job_id, key_id) WHERE error_type IS NULL;

CREATE TABLE translation_usage (
  organization_id bigint NOT NULL,
  month date NOT NULL,
  characters bigint NOT NULL,
  CONSTRAINT translation_usage_pkey PRIMARY KEY (organization_id, month),
  CONSTRAINT translation_usage_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);

CREATE TABLE sql_files (
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL,
  CONSTRAINT sql_files_pkey PRIMARY KEY (name)
);

CREATE TABLE invitations (
  id bigint NOT NULL DEFAULT nextval('users_id_seq'::regclass),
  organization_id bigint NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  locale_codes text[],
  token_hash bytea NOT NULL,
  invited_by bigint,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (id),
  CONSTRAINT invitations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT invitations_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'developer'::text, 'reviewer'::text, 'translator'::text, 'viewer'::text]))
);
CREATE UNIQUE INDEX invitations_address ON invitations USING btree (organization_id, lower(email));

CREATE TABLE login_failures (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_hash bytea NOT NULL,
  source text NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT login_failures_pkey PRIMARY KEY (id)
);
CREATE INDEX login_failures_account ON login_failures USING btree (account_hash, at);
CREATE INDEX login_failures_source ON login_failures USING btree (source, at);
CREATE INDEX login_failures_time ON login_failures USING btree (at);

CREATE TABLE known_sources (
  user_id bigint NOT NULL,
  source text NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  CONSTRAINT known_sources_pkey PRIMARY KEY (user_id, source),
  CONSTRAINT known_sources_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE delivery_data (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  data text NOT NULL,
  CONSTRAINT delivery_data_pkey PRIMARY KEY (id)
);

CREATE TABLE audit_entries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  actor_type text NOT NULL,
  actor_id bigint,
  event text NOT NULL,
  subject_type text NOT NULL,
  subject_id bigint,
  subject_name text,
  details jsonb NOT NULL,
  address text,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id),
  CONSTRAINT audit_entries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT audit_entries_actor_type_check CHECK (actor_type = ANY (ARRAY['user'::text, 'api_key'::text, 'system'::text]))
);
CREATE INDEX audit_entries_age ON audit_entries USING btree (at);
CREATE INDEX audit_entries_newest ON audit_entries USING btree (organization_id, at, id);
CREATE INDEX audit_entries_of_actor ON audit_entries USING btree (organization_id, actor_id, at, id);

CREATE UNLOGGED TABLE write_probe (
  filler text STORAGE PLAIN NOT NULL
);

CREATE TABLE import_conflicts (
  session_id text NOT NULL,
  number integer NOT NULL,
  file integer NOT NULL,
  namespace text NOT NULL,
  locale text NOT NULL,
  key text NOT NULL,
  key_id bigint NOT NULL,
  locale_id bigint NOT NULL,
  new_value text NOT NULL,
  resolution text NOT NULL,
  CONSTRAINT import_conflicts_pkey PRIMARY KEY (session_id, number),
  CONSTRAINT import_conflicts_session_id_file_fkey FOREIGN KEY (session_id, file) REFERENCES import_files(session_id, "position") ON DELETE CASCADE
);
CREATE INDEX import_conflicts_of_file ON import_conflicts USING btree (session_id, file);

CREATE TABLE cdn_deploys (
  id bigint NOT NULL,
  project_id bigint NOT NULL,
  seq bigint,
  format text,
  structure text,
  statuses text[],
  files integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  warnings jsonb NOT NULL DEFAULT '[]'::jsonb,
  error text,
  CONSTRAINT cdn_deploys_pkey PRIMARY KEY (id),
  CONSTRAINT cdn_deploys_id_fkey FOREIGN KEY (id) REFERENCES jobs(id) ON DELETE CASCADE,
  CONSTRAINT cdn_deploys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);
CREATE INDEX cdn_deploys_of_project ON cdn_deploys USING btree (project_id, id);

CREATE TABLE preferences (
  user_id bigint NOT NULL,
  value text NOT NULL,
  CONSTRAINT preferences_pkey PRIMARY KEY (user_id),
  CONSTRAINT preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE reset_links (
  user_id bigint NOT NULL,
  organization_id bigint NOT NULL,
  created_by bigint NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT reset_links_pkey PRIMARY KEY (user_id),
  CONSTRAINT reset_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT reset_links_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES memberships(organization_id, user_id) ON DELETE CASCADE,
  CONSTRAINT reset_links_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES memberships(organization_id, user_id) ON DELETE CASCADE,
  CONSTRAINT reset_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX reset_links_of_maker ON reset_links USING btree (organization_id, created_by);

CREATE TABLE token_failures (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  source text NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT token_failures_pkey PRIMARY KEY (id)
);
CREATE INDEX token_failures_source ON token_failures USING btree (source, at);
CREATE INDEX token_failures_time ON token_failures USING btree (at);

CREATE TABLE writers (
  organization_id bigint NOT NULL,
  user_id bigint NOT NULL,
  CONSTRAINT writers_pkey PRIMARY KEY (organization_id, user_id),
  CONSTRAINT writers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CONSTRAINT writers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE issue_positions (
  project_id bigint NOT NULL,
  seq bigint NOT NULL,
  swept_to bigint,
  checks_version integer NOT NULL,
  CONSTRAINT issue_positions_pkey PRIMARY KEY (project_id),
  CONSTRAINT issue_positions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE TABLE keys_to_check (
  project_id bigint NOT NULL,
  key_id bigint NOT NULL,
  since timestamptz(3) NOT NULL,
  CONSTRAINT keys_to_check_pkey PRIMARY KEY (project_id, key_id)
);

CREATE TABLE issue_ignores (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  project_id bigint NOT NULL,
  key_id bigint NOT NULL,
  locale_id bigint,
  check_id text NOT NULL,
  branch text,
  params jsonb NOT NULL,
  reason text NOT NULL,
  ignored_by bigint,
  ignored_at timestamptz(3) NOT NULL,
  CONSTRAINT issue_ignores_pkey PRIMARY KEY (id),
  CONSTRAINT issue_ignores_key_id_fkey FOREIGN KEY (key_id) REFERENCES keys(id) ON DELETE CASCADE
);
CREATE INDEX issue_ignores_of_key ON issue_ignores USING btree (key_id);

CREATE TABLE issues (
  id text NOT NULL,
  project_id bigint NOT NULL,
  key_id bigint NOT NULL,
  locale_id bigint NOT NULL,
  check_id text NOT NULL,
  severity text NOT NULL,
  branch text,
  params jsonb NOT NULL,
  message text NOT NULL,
  span_start integer,
  span_end integer,
  fix text,
  ignore_id bigint,
  detected_at timestamptz(3) NOT NULL,
  CONSTRAINT issues_pkey PRIMARY KEY (id),
  CONSTRAINT issues_ignore_id_fkey FOREIGN KEY (ignore_id) REFERENCES issue_ignores(id) ON DELETE SET NULL,
  CONSTRAINT issues_key_id_fkey FOREIGN KEY (key_id) REFERENCES keys(id) ON DELETE CASCADE,
  CONSTRAINT issues_severity_check CHECK (severity = ANY (ARRAY['error'::text, 'warning'::text]))
);
CREATE INDEX issues_ignored ON issues USING btree (ignore_id) WHERE ignore_id IS NOT NULL;
CREATE INDEX issues_of_project ON issues USING btree (project_id, severity, check_id, locale_id, key_id) INCLUDE (ignore_id);
CREATE INDEX issues_of_room ON issues USING btree (key_id) WHERE check_id = 'exceeds_space'::text;
CREATE INDEX issues_of_value ON issues USING btree (key_id, locale_id);

CREATE TABLE terms_to_check (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  glossary_id bigint NOT NULL,
  locale_id bigint NOT NULL,
  text text NOT NULL,
  CONSTRAINT terms_to_check_pkey PRIMARY KEY (id)
);
CREATE INDEX terms_to_check_of_glossary ON terms_to_check USING btree (glossary_id, id);

CREATE TABLE source_hashes (
  key_id bigint NOT NULL,
  project_id bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT source_hashes_pkey PRIMARY KEY (key_id)
);
CREATE INDEX source_hashes_alike ON source_hashes USING btree (project_id, hash);

CREATE TABLE written_words (
  project_id bigint NOT NULL,
  day date NOT NULL,
  locale text NOT NULL,
  words bigint NOT NULL,
  texts bigint NOT NULL,
  CONSTRAINT written_words_pkey PRIMARY KEY (project_id, day, locale),
  CONSTRAINT written_words_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE TABLE counted_changes (
  project_id bigint NOT NULL,
  seq bigint NOT NULL,
  CONSTRAINT counted_changes_pkey PRIMARY KEY (project_id),
  CONSTRAINT counted_changes_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE TABLE key_format_data (
  key_id bigint NOT NULL,
  data jsonb NOT NULL,
  CONSTRAINT key_format_data_pkey PRIMARY KEY (key_id),
  CONSTRAINT key_format_data_key_id_fkey FOREIGN KEY (key_id) REFERENCES keys(id) ON DELETE CASCADE
);

CREATE TABLE deployments (
  project_id bigint NOT NULL,
  name text NOT NULL,
  key_count integer NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT deployments_pkey PRIMARY KEY (project_id, name),
  CONSTRAINT deployments_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE TABLE deployment_keys (
  project_id bigint NOT NULL,
  deployment text NOT NULL,
  namespace text NOT NULL,
  name_hash bytea NOT NULL,
  name text NOT NULL,
  params jsonb NOT NULL,
  CONSTRAINT deployment_keys_project_id_deployment_fkey FOREIGN KEY (project_id, deployment) REFERENCES deployments(project_id, name) ON DELETE CASCADE
);
CREATE INDEX deployment_keys_by_name ON deployment_keys USING btree (project_id, name_hash);
CREATE INDEX deployment_keys_of_deployment ON deployment_keys USING btree (project_id, deployment);

CREATE TABLE format_data_versions (
  project_id bigint NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT format_data_versions_pkey PRIMARY KEY (project_id),
  CONSTRAINT format_data_versions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE TABLE history_positions (
  project_id bigint NOT NULL,
  seq bigint NOT NULL DEFAULT 0,
  CONSTRAINT history_positions_pkey PRIMARY KEY (project_id),
  CONSTRAINT history_positions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE TABLE mails (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  content bytea,
  token_hash bytea,
  address_hash bytea NOT NULL,
  asked_by bigint,
  source text,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  due_at timestamptz(3),
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_check CHECK ((state = 'ended'::text) = (due_at IS NULL)),
  CONSTRAINT mails_check1 CHECK ((state = 'ended'::text) = (content IS NULL)),
  CONSTRAINT mails_kind_check CHECK (kind = ANY (ARRAY['invitation'::text, 'password_reset'::text, 'webhook_disabled'::text])),
  CONSTRAINT mails_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'ended'::text]))
);
CREATE INDEX mails_address ON mails USING btree (address_hash, created_at);
CREATE INDEX mails_asked_by ON mails USING btree (asked_by, created_at) WHERE asked_by IS NOT NULL;
CREATE INDEX mails_created ON mails USING btree (created_at);
CREATE INDEX mails_due ON mails USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_source ON mails USING btree (source, created_at) WHERE source IS NOT NULL;

CREATE TABLE own_reset_links (
  user_id bigint NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT own_reset_links_pkey PRIMARY KEY (user_id),
  CONSTRAINT own_reset_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT own_reset_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE identities (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT identities_pkey PRIMARY KEY (id),
  CONSTRAINT identities_issuer_subject_key UNIQUE (issuer, subject),
  CONSTRAINT identities_user_id_issuer_key UNIQUE (user_id, issuer),
  CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE departures (
  state_hash bytea NOT NULL,
  browser_hash bytea NOT NULL,
  source text NOT NULL,
  redirect_uri text NOT NULL,
  return_to text NOT NULL,
  session_id bigint,
  token_hash bytea,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT departures_pkey PRIMARY KEY (state_hash),
  CONSTRAINT departures_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX departures_session ON departures USING btree (session_id);
CREATE INDEX departures_source ON departures USING btree (source, created_at);
CREATE INDEX departures_time ON departures USING btree (created_at);

CREATE TABLE second_factors (
  user_id bigint NOT NULL,
  secret bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_step bigint NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT second_factors_pkey PRIMARY KEY (user_id),
  CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE second_factor_enrolments (
  user_id bigint NOT NULL,
  secret bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT second_factor_enrolments_pkey PRIMARY KEY (user_id),
  CONSTRAINT second_factor_enrolments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE
);

CREATE TABLE second_steps (
  token_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  password_hash text,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT second_steps_pkey PRIMARY KEY (token_hash),
  CONSTRAINT second_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX second_steps_expiry ON second_steps USING btree (expires_at);
CREATE INDEX second_steps_user ON second_steps USING btree (user_id);

CREATE TABLE code_failures (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  source text NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT code_failures_pkey PRIMARY KEY (id),
  CONSTRAINT code_failures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX code_failures_time ON code_failures USING btree (at);
CREATE INDEX code_failures_user ON code_failures USING btree (user_id, at);

CREATE TABLE passkeys (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON passkeys USING btree (user_id);

CREATE TABLE passkey_challenges (
  challenge_hash bytea NOT NULL,
  session_id bigint,
  source text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_expiry ON passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_session ON passkey_challenges USING btree (session_id);
CREATE INDEX passkey_challenges_source ON passkey_challenges USING btree (source, expires_at);
