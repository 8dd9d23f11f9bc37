import type { Flag } from '../flags/flag.ts'
import { globalFlags } from '../flags/global-flags.ts'
import { type Completed, offerOf } from './offer.ts'

export function zsh(commands: readonly Completed[]): string {
  const list = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`)
  const before = Object.entries(globalFlags).map(([flag, one]) => `    ${quoted(specOf(flag, one))} \\`)
  const cases = commands.map(({ name, flags }) => {
    const specs = Object.entries(flags).map(([flag, one]) => `        ${quoted(specOf(flag, one))}`)
    const word = name === 'completion' ? `        '1:shell:(bash zsh fish)'` : `        '*:file:_files'`
    return [`      ${name})`, '        _arguments \\', [...specs, word].join(' \\\n'), '        ;;'].join('\n')
  })
  return `#compdef parlance
# Completion of parlance for zsh: put it into a folder of $fpath as _parlance.
_parlance_asked() { local -a names; names=(\${(f)"$(parlance completion $1 2>/dev/null)"}); compadd -a names }
_parlance() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  local context state line
  _arguments -C \\
${before.join('\n')}
    '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      case $line[1] in
${cases.join('\n')}
      esac
      ;;
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _parlance "$@"; else compdef _parlance parlance; fi
`
}

function specOf(name: string, flag: Flag): string {
  const summary = flag.summary.replaceAll(/[[\]:\\]/g, '\\$&')
  const many = flag.type === 'list' ? '*' : ''
  if (flag.type === 'boolean') return `${many}--${name}[${summary}]`
  return `${many}--${name}=[${summary}]:value:${valuesOf(flag)}`
}

function valuesOf(flag: Flag): string {
  const offer = offerOf(flag)
  if (offer === 'files') return '_files'
  if (offer === 'anything') return ' '
  return 'words' in offer ? `(${offer.words.join(' ')})` : `{_parlance_asked ${offer.asked}}`
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
