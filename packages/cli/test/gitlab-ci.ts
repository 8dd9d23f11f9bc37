import { copyThere, type Job, type Ran, type Repository, shell, yamlOf } from './pipeline.ts'

interface Described {
  extends?: string
  script?: string[]
  after_script?: string[]
  allow_failure?: { exit_codes: number }
  artifacts?: { paths?: string[] }
  cache?: { paths: string[] }[]
}

export const jobs = yamlOf<Record<string, Described>>('gitlab-ci', '.gitlab-ci.yml')

interface Called {
  repository: Repository
  branch: string
  /** Variables of the project and of the pipeline. */
  variables: Readonly<Record<string, string>>
  /** Of a job before it, whose artifacts it has. */
  from?: Job
}

/** Runs a job as a runner of GitLab does: its lines in one shell until one fails, and what comes after in another. */
export async function runJob(name: string, { repository, branch, variables, from }: Called): Promise<Job> {
  const { script, after_script: after, cache = [] } = withInherited(name)
  if (!script) throw new Error(`There is no job ${name}`)
  const folder = repository.checkout(branch)
  if (from) copyThere(jobs[from.name]?.artifacts?.paths ?? [], from.folder, folder)
  const kept = Array.isArray(cache) ? cache.flatMap(({ paths }) => paths) : []
  copyThere(kept, repository.cache, folder)
  const env = repository.environment({ GITLAB_CI: 'true', ...variables })
  const run = (lines: readonly string[]) => shell(lines.join('\n'), { cwd: folder, env, options: ['-eo', 'pipefail'] })
  const steps: Ran[] = [{ name, ...(await run(script)) }]
  const code = steps[0]?.code ?? 1
  if (after) steps.push({ name: 'after', ...(await run(after)) })
  if (code === 0) copyThere(kept, folder, repository.cache)
  return { name, code, steps, folder, stdout: steps.map(({ stdout }) => stdout).join('') }
}

function withInherited(name: string): Described {
  const own = jobs[name] ?? {}
  return own.extends === undefined ? own : { ...withInherited(own.extends), ...own }
}
