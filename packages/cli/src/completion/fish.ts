import { type Completed, offerOf } from './offer.ts'

export function fish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, summary, flags }) => [
    `complete -c parlance -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...Object.entries(flags).map(([flag, one]) => {
      const offer = offerOf(one)
      const short = one.short === undefined ? '' : ` -s ${one.short}`
      const start = `complete -c parlance -n '__fish_seen_subcommand_from ${name}' -l ${flag}${short} -d ${quoted(one.summary)}`
      if (one.type === 'boolean') return start
      if (offer === 'files') return `${start} -r`
      if (offer === 'anything') return `${start} -x`
      const words = 'words' in offer ? offer.words.join(' ') : `(parlance completion ${offer.asked} 2>/dev/null)`
      return `${start} -x -a ${quoted(words)}`
    }),
  ])
  const shells = `complete -c parlance -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'`
  return [
    '# Completion of parlance for fish: put it into ~/.config/fish/completions/parlance.fish',
    ...lines,
    shells,
    '',
  ].join('\n')
}

const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
