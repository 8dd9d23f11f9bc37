import type { Command } from './command.ts'

interface Listed {
  /** For the list of commands, without a full stop. */
  summary: string
  load: () => Promise<Command>
}

/** Every command by its name, loaded when it is called. */
export const commands: ReadonlyMap<string, Listed> = new Map<string, Listed>([
  ['pull', { summary: 'from the service into files', load: async () => (await import('./commands/pull.ts')).pull }],
  ['status', { summary: 'how far each language is', load: async () => (await import('./commands/status.ts')).status }],
])
