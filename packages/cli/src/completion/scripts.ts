import { globalFlags } from '../flags/global-flags.ts'
import { didYouMean } from '../flags/nearest.ts'
import { usageFailure } from '../problem.ts'
import { bash } from './bash.ts'
import { fish } from './fish.ts'
import type { Completed } from './offer.ts'
import { zsh } from './zsh.ts'

const writers = { bash, zsh, fish } as const

export const shells = Object.keys(writers)

/** Commands and flags stand in the script; locales and namespaces are asked for when somebody types. */
export function completionScript(shell: string, commands: readonly Completed[]): string {
  if (!Object.hasOwn(writers, shell))
    throw usageFailure(`There is a script for ${shells.join(', ')}, not for "${shell}".${didYouMean(shell, shells)}`)
  const whole = commands.map((command) => ({ ...command, flags: { ...command.flags, ...globalFlags } }))
  return writers[shell as keyof typeof writers](whole)
}
