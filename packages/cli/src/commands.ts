import type { Listed } from './command.ts'

const listed = (summary: string, load: Listed['load']): Listed => ({ summary, load })

/** Every command by its name, loaded when it is called. */
export const commands: ReadonlyMap<string, Listed> = new Map<string, Listed>([
  ['init', listed('write a parlance.config.json', async () => (await import('./commands/init.ts')).init)],
  ['login', listed('store an API key for a service', async () => (await import('./commands/login.ts')).login)],
  ['logout', listed('forget stored API keys', async () => (await import('./commands/logout.ts')).logout)],
  ['whoami', listed('what the API key is good for', async () => (await import('./commands/whoami.ts')).whoami)],
  ['pull', listed('from the service into files', async () => (await import('./commands/pull.ts')).pull)],
  ['push', listed('from files to the service', async () => (await import('./commands/push.ts')).push)],
  ['diff', listed('what differs, both ways', async () => (await import('./commands/diff.ts')).diff)],
  ['status', listed('how far each language is', async () => (await import('./commands/status.ts')).status)],
  ['check', listed('what quality checks have found', async () => (await import('./commands/check.ts')).check)],
  ['convert', listed('files to files, offline', async () => (await import('./commands/convert.ts')).convert)],
  ['types', listed('TypeScript for what keys ask for', async () => (await import('./commands/types.ts')).types)],
  [
    'dev',
    listed('a companion for applications that are being written', async () => (await import('./commands/dev.ts')).dev),
  ],
  [
    'scan',
    listed('keys in the code against keys in the project', async () => (await import('./commands/scan.ts')).scan),
  ],
  ['prune', listed('delete keys that no code uses', async () => (await import('./commands/prune.ts')).prune)],
  ['mcp', listed('serve agents, by the Model Context Protocol', async () => (await import('./commands/mcp.ts')).mcp)],
  ['completion', listed('a script for your shell', async () => (await import('./commands/completion.ts')).completion)],
])
