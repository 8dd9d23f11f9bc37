import type { LargeOrganization } from './organization-size.ts'

/** A screen of the console: where it is, and what has to be there before it counts as open. */
export interface Screen {
  name: string
  path: string
  content: string[]
}

const rowsOf = (table: string) => `main table[aria-label="${table}"] tbody tr`

/** Every screen of the console that somebody signed in can go to. */
export function screensOf(large: LargeOrganization): Screen[] {
  return [...ofOrganization(large), ...ofProject(large), ...ofSettings(large), ...ofPerson]
}

const screen = (name: string, path: string, ...content: string[]): Screen => ({ name, path, content })

function ofOrganization({ orgId, memoryId }: LargeOrganization): Screen[] {
  const at = `/organizations/${orgId}`
  return [
    screen('projects', at, 'main ul[aria-label="Projects"] [role="img"]'),
    screen('projects, searched', `${at}?q=999`, 'main ul[aria-label="Projects"] [role="img"]'),
    screen('members', `${at}/members`, rowsOf('Members')),
    screen('languages', `${at}/languages`, rowsOf('Languages')),
    screen('glossary', `${at}/glossary`, rowsOf('Terms')),
    screen('glossary, searched', `${at}/glossary?q=term%20ab`, rowsOf('Terms')),
    screen('memories', `${at}/memories`, rowsOf('Memories')),
    screen('entries of a memory', `${at}/memories/${memoryId}`, rowsOf('Entries')),
    screen('organization settings', `${at}/settings`, 'main form input'),
    screen('audit log', `${at}/settings/audit`, rowsOf('Audit log')),
  ]
}

function ofProject({ projectId, webhookId }: LargeOrganization): Screen[] {
  const at = `/projects/${projectId}`
  return [
    screen('overview', at, 'main [role="img"]', 'main time'),
    screen('translate', `${at}/translate/de`, '[role="grid"] [data-key-id] [data-locale="de"]'),
    screen('import', `${at}/import`, 'main input[type="file"]'),
    screen('export', `${at}/export`, 'main pre'),
    screen('activity', `${at}/activity`, 'main time'),
    screen('trash', `${at}/trash`, rowsOf('Trash')),
    screen('files', `${at}/files`, rowsOf('Published files'), rowsOf('Deploys')),
    screen('webhooks', `${at}/webhooks`, rowsOf('Webhooks')),
    screen('deliveries of a webhook', `${at}/webhooks/${webhookId}`, rowsOf('Deliveries')),
    screen('API keys', `${at}/api-keys`, rowsOf('API keys')),
    screen('jobs', `${at}/jobs`, rowsOf('Jobs')),
  ]
}

function ofSettings({ projectId }: LargeOrganization): Screen[] {
  const at = `/projects/${projectId}/settings`
  return [
    screen('settings: general', `${at}/general`, 'main form input'),
    screen('settings: languages', `${at}/languages`, rowsOf('Languages')),
    screen('settings: namespaces', `${at}/namespaces`, rowsOf('Namespaces')),
    screen('settings: memories', `${at}/memories`, rowsOf('Memories')),
    screen('settings: checks', `${at}/checks`, rowsOf('Checks')),
    screen('settings: types', `${at}/types`, 'main input[type="search"]'),
  ]
}

const ofPerson: Screen[] = [
  screen('account: profile', '/account/profile', 'main form input'),
  screen('account: devices', '/account/devices', 'main ul[aria-label="Devices"] li'),
  screen('account: organizations', '/account/organizations', rowsOf('Organizations')),
  screen('account: appearance', '/account/appearance', 'main input'),
  screen('users of the instance', '/instance/users', rowsOf('Users')),
]
