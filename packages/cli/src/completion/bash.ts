import { type Completed, offerOf } from './offer.ts'

export function bash(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const cases = commands.map(({ name, flags }) => {
    const words = Object.keys(flags).map((flag) => `--${flag}`)
    return `    ${name}) words="${words.join(' ')}" ;;`
  })
  return `# Completion of parlance for bash: source this, or put it where your shell looks for completions.
_parlance_asked() {
  local name typed=\${current//\\\\/}
  while IFS= read -r name; do
    if [[ $name == "$typed"* ]]; then COMPREPLY+=("$(printf %q "$name")"); fi
  done < <(parlance completion "$1" 2>/dev/null)
}
_parlance() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= words= word
  COMPREPLY=()
  # The shell takes --flag=value apart.
  if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${names} " in *" $word "*) command=$word; break ;; esac
  done
  case "$command $previous" in
${valueCases(commands).join('\n')}
  esac
  case $command in
    '') words="${names} --help --version" ;;
${cases.join('\n')}
  esac
  if [[ $command == completion ]]; then words="bash zsh fish $words"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _parlance parlance
`
}

function valueCases(commands: readonly Completed[]): string[] {
  return commands.flatMap(({ name, flags }) =>
    Object.entries(flags).flatMap(([flag, one]) => {
      const offer = offerOf(one)
      const pattern = `    '${name} --${flag}')`
      if (one.type === 'boolean') return []
      if (typeof offer === 'string') return `${pattern} return ;;`
      if ('asked' in offer) return `${pattern} _parlance_asked ${offer.asked}; return ;;`
      return `${pattern} COMPREPLY=($(compgen -W "${offer.words.join(' ')}" -- "$current")); return ;;`
    }),
  )
}
