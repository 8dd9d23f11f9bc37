import { mkdirSync } from 'node:fs'
import { copyThere, type Job, type Ran, type Repository, shell, yamlOf } from './pipeline.ts'

interface Step {
  name?: string
  uses?: string
  with?: Record<string, string>
  run?: string
  if?: string
}

interface Workflow {
  jobs: Record<string, { if?: string; needs?: string; env?: Record<string, string>; steps: Step[] }>
}

export const workflow = yamlOf<Workflow>('github-actions', '.github/workflows/texts.yml')

interface Called {
  repository: Repository
  branch: string
  /** What expressions such as `secrets.PARLANCE_API_KEY` come to. */
  values: Readonly<Record<string, string>>
}

/** Runs the steps of a job as a runner of GitHub does: each in a shell of its own, until one fails. */
export async function runJob(name: string, { repository, branch, values }: Called): Promise<Job> {
  const { steps, env = {} } = workflow.jobs[name] ?? { steps: [] }
  const folder = repository.checkout(branch)
  const own = Object.entries(env).map(([variable, text]) => [variable, evaluated(text, values)])
  const where = {
    cwd: folder,
    env: repository.environment({ GITHUB_ACTIONS: 'true', ...Object.fromEntries(own) }),
    options: ['-e'],
  }
  const ran: Ran[] = []
  const saved: string[] = []
  for (const { name: title = '', uses = '', with: given, run, if: when } of steps) {
    if (when !== undefined && !WHATEVER_FAILED.test(when)) throw new Error(`Nobody knows what ${when} means here`)
    if (hasFailed(ran) && when === undefined) continue
    if (uses.startsWith('actions/cache@')) {
      saved.push(...(given?.['path']?.trim().split('\n') ?? []))
      copyThere(saved, repository.cache, folder)
    }
    // Another has done it: the registry need not be there.
    if (run === undefined || run === 'npm ci') continue
    ran.push({ name: title, ...(await shell(run, where)) })
  }
  if (!hasFailed(ran)) {
    mkdirSync(repository.cache, { recursive: true })
    copyThere(saved, folder, repository.cache)
  }
  const code = ran.find((one) => one.code !== 0)?.code ?? 0
  return { name, code, steps: ran, folder, stdout: ran.map(({ stdout }) => stdout).join('') }
}

const WHATEVER_FAILED = /^\$\{\{ !cancelled\(\) \}\}$/

const hasFailed = (ran: readonly Ran[]) => ran.some(({ code }) => code !== 0)

/** `${{ vars.A }}`, `${{ inputs.a || 'b' }}`. */
function evaluated(text: string, values: Called['values']): string {
  return text.replace(/\$\{\{ ([\w.-]+)(?: \|\| '(.*)')? \}\}/, (_, name: string, instead?: string) => {
    const value = values[name] ?? instead
    if (value === undefined) throw new Error(`Nothing is known of ${name}`)
    return value
  })
}
