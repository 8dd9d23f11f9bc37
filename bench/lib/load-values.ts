import type { Connection } from './driver.ts'

/** What interfaces say, by language: plain, with placeholders, with tags, with a choice. Some lines have a fault in them. */
const TEXTS: Record<string, string[]> = {
  en: [
    'Save changes',
    'The file {name} was saved.',
    'Please try again in {minutes} minutes, or contact support if the problem stays.',
    'Read the <b>manual</b> before you begin: https://example.org/manual',
    '{count, plural, one {# file} other {# files}} in {folder}',
    'Are you sure that you want to delete this project with all of its keys?',
    'Version 2.10 is available (see https://example.org/news).',
    'Sign in to your account',
  ],
  de: [
    'Änderungen speichern',
    'Die Datei {name} wurde gespeichert.',
    'Bitte versuchen Sie es in {minutes} Minuten erneut, oder wenden Sie sich an den Support, wenn das Problem bleibt.',
    'Lesen Sie das <b>Handbuch</b>, bevor Sie beginnen: https://example.org/manual',
    '{count, plural, one {# Datei} other {# Dateien}} in {folder}',
    'Möchten Sie dieses Projekt mit allen Schlüsseln wirklich löschen?',
    'Version 2.10 ist verfügbar (siehe https://example.org/news).',
    'Melden Sie sich an',
  ],
  fr: [
    'Enregistrer les modifications',
    'Le fichier {name} a été enregistré.',
    "Veuillez réessayer dans {minutes} minutes, ou contacter l'assistance si le problème persiste.",
    'Lisez le <b>manuel</b> avant de commencer : https://example.org/manual',
    '{count, plural, one {# fichier} other {# fichiers}} dans {folder}',
    'Voulez-vous vraiment supprimer ce projet avec toutes ses clés ?',
    'La version 2.10 est disponible (voir https://example.org/news).',
    'Connectez-vous à votre compte',
  ],
  es: [
    'Guardar cambios',
    'Se guardó el archivo {name}.',
    'Inténtelo de nuevo en {minutes} minutos, o póngase en contacto con el soporte si el problema continúa.',
    'Lea el <b>manual</b> antes de empezar: https://example.org/manual',
    '{count, plural, one {# archivo} other {# archivos}} en {folder}',
    '¿Seguro que quiere eliminar este proyecto con todas sus claves?',
    'La versión 2.10 está disponible (véase https://example.org/news).',
    'Inicie sesión en su cuenta',
  ],
  ru: [
    'Сохранить изменения',
    'Файл {name} сохранён.',
    'Повторите попытку через {minutes} минут или обратитесь в поддержку, если проблема останется.',
    'Прочитайте <b>руководство</b>, прежде чем начать: https://example.org/manual',
    '{count, plural, one {# файл} few {# файла} many {# файлов} other {# файла}} в {folder}',
    'Вы действительно хотите удалить этот проект со всеми ключами?',
    'Доступна версия 2.10 (см. https://example.org/news).',
    'Войдите в свою учётную запись',
  ],
  ja: [
    '変更を保存',
    'ファイル {name} を保存しました。',
    '{minutes} 分後にもう一度お試しください。問題が続く場合はサポートにお問い合わせください。',
    '始める前に<b>マニュアル</b>をお読みください: https://example.org/manual',
    '{folder} に {count, plural, other {# 個のファイル}}',
    'このプロジェクトをすべてのキーとともに削除しますか?',
    'バージョン 2.10 が利用できます (https://example.org/news を参照)。',
    'アカウントにサインイン',
  ],
}

/** The source language first. */
export const MANY_LOCALES =
  'en de fr es ru ja de-AT de-CH fr-CA fr-BE fr-CH es-MX es-AR es-CO ru-BY ru-KZ en-GB en-AU de-LI fr-LU'.split(' ')

/** Of a key by its number, as one of them is in a language. */
export const textOf = (locale: string, at: number): string => {
  const texts = TEXTS[locale.split('-')[0] ?? ''] ?? []
  return texts[at % texts.length] ?? ''
}

/**
 * Fills a project with keys in all its languages, in the order of an import, and, if asked to, with the changes that an
 * import leaves, which are there with its commit. One value in 40 is another one than it should be.
 */
export async function loadValues(
  database: Connection,
  projectId: number,
  keys: number,
  change: 'recorded' | 'unseen',
): Promise<void> {
  await database.query('begin')
  // Without a look at each foreign key and without deliveries: nobody has subscribed.
  await database.query('set local session_replication_role = replica')
  await database.query(
    `insert into keys (project_id, namespace_id, name, is_plural, created_by, created_at, updated_at)
     select $1, n.id, 'checked.' || number, number % 8 = 4, u.id, now(), now()
     from namespaces n, (select min(id) as id from users) u, generate_series(1, $2::int) number
     where n.project_id = $1 and n.is_default order by number`,
    [projectId, keys],
  )
  await database.query(
    `insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
     select k.project_id, k.id, l.id,
            case when (k.id + l.id) % 40 = 0 then replace(text, ' ', '  ') else text end
              || case when k.is_plural then '' else ' ' || (k.id % 1000 + 10) end,
            'not_reviewed', k.created_by, now(), now()
     from keys k
     join project_locales pl on pl.project_id = k.project_id
     join locales l on l.id = pl.locale_id,
     lateral (select $2::jsonb -> split_part(l.code, '-', 1) ->> (split_part(k.name, '.', 2)::int % 8) as text) made
     where k.project_id = $1 order by k.id, l.id`,
    [projectId, JSON.stringify(TEXTS)],
  )
  if (change === 'recorded') await recordAll(database, projectId)
  await database.query('update project_counters set keys = $2 where project_id = $1', [projectId, keys])
  await database.query('commit')
  await database.query('vacuum analyze keys, translations, changes')
}

async function recordAll(database: Connection, projectId: number): Promise<void> {
  await database.query(
    `with made as (
       insert into changes (project_id, seq, at, actor_type, actor_id, event, key_id, key_name, namespace, translation_id,
                            locale, after)
       select t.project_id, c.seq + row_number() over (order by t.id), now(), 'user', t.created_by, 'translation.created',
              k.id, k.name, 'default', t.id, l.code, jsonb_build_object('value', t.value, 'status', t.status)
       from translations t join keys k on k.id = t.key_id join locales l on l.id = t.locale_id, project_counters c
       where t.project_id = $1 and c.project_id = $1
       returning 1)
     update project_counters set seq = seq + (select count(*) from made) where project_id = $1`,
    [projectId],
  )
}
