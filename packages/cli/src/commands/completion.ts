import { defineCommand } from '../command.ts'
import { completionScript, shells } from '../completion/scripts.ts'
import { lastFacts } from '../service/last-answer.ts'

export const completion = defineCommand({
  flags: {},
  args: [{ name: shells.join('|') }],
  async run({ args: [shell = ''], globals, output, commands, configIfAny }) {
    // What scripts ask while somebody types: no fault may disturb them.
    if (shell === 'locales' || shell === 'namespaces') {
      const config = await configIfAny().catch(() => undefined)
      const names = (config && lastFacts(config)?.[shell]) ?? []
      if (!globals.json) output.printRaw(names.map((name) => `${name}\n`).join(''))
      return { [shell]: names }
    }
    const all = await Promise.all(
      Array.from(commands, async ([name, { summary, load }]) => ({ name, summary, flags: (await load()).flags })),
    )
    const script = completionScript(shell, all)
    if (!globals.json) output.printRaw(script)
    return { script }
  },
})
