import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { typeScriptOf } from '@parlance/sdk/typescript'
import { defineCommand, type Invocation } from '../command.ts'
import { usageFailure } from '../problem.ts'
import { replaceFile } from '../texts/replace-file.ts'
import { keysOfFiles } from '../types/keys-of-files.ts'
import { type Breaking, breakingIn, lockOf, readLock } from '../types/lock.ts'
import type { TypedKey } from '../types/typed-key.ts'

const REASONS: Readonly<Record<Breaking['reason'], string>> = {
  key_removed: 'is gone',
  parameter_added: 'now asks for',
  parameter_type: 'asks for another type of',
}

export const types = defineCommand({
  flags: {
    out: {
      type: 'text',
      value: '<file>',
      completes: 'files',
      summary: 'where the declarations go; `types.out` of the configuration',
    },
    check: { type: 'boolean', summary: 'write nothing; exit 1 when the file is not up to date' },
    lock: { type: 'text', value: '<file>', completes: 'files', summary: 'also save what code expects of keys' },
    compat: {
      type: 'text',
      value: '<file>',
      completes: 'files',
      summary: 'exit 1 when code that was written for that lock would break',
    },
    from: {
      type: 'text',
      value: '<source>',
      values: ['service', 'files'],
      default: 'service',
      summary: 'where the keys come from',
    },
  },
  async run(invocation) {
    const { flags, output, configIfAny } = invocation
    const config = await configIfAny()
    const out = flags.out ?? config?.types.out
    if (out === undefined && flags.compat === undefined && flags.lock === undefined)
      throw usageFailure('Say where the declarations go: --out <file>, or types.out in the configuration.')
    const base = flags.out === undefined ? (config?.folder ?? invocation.cwd) : invocation.cwd
    const keys = flags.from === 'files' ? await keysOfFiles(invocation) : await keysOfService(invocation)
    const breaking = flags.compat === undefined ? [] : await lookAt(invocation, flags.compat, keys)
    const target = out === undefined ? undefined : resolve(base, out)
    const text = typeScriptOf(keys)
    const changed = target !== undefined && (await contentOf(target)) !== text
    if (changed && flags.check) {
      const message = `${out} is not up to date`
      output.finding(message, { file: relative(invocation.cwd, target), message })
      output.answerNo()
    } else if (changed) {
      replaceFile(target, text)
      output.print(`${out} was written`)
    } else if (target !== undefined) output.print(`${out} is up to date`)
    if (flags.lock !== undefined && !flags.check) replaceFile(resolve(invocation.cwd, flags.lock), lockOf(keys))
    return { file: out ?? null, changed, breaking }
  },
})

async function keysOfService({ output, service }: Pick<Invocation, 'output' | 'service'>): Promise<TypedKey[]> {
  const { client, params } = await service()
  output.step('Asking what keys ask for')
  const { keys } = await client.getTypes({ params })
  return keys.map(({ namespace, key, params: asked }) => ({ namespace, key, params: asked }))
}

async function lookAt({ output, cwd }: Pick<Invocation, 'output' | 'cwd'>, file: string, now: readonly TypedKey[]) {
  const { keys, lineOf } = await readLock(resolve(cwd, file), file)
  const breaking = breakingIn(keys, now)
  for (const one of breaking) {
    const { namespace, key, reason, parameter } = one
    const message = `${namespace} ${key} ${REASONS[reason]}${parameter === undefined ? '' : ` ${parameter}`}`
    const line = lineOf(one)
    output.finding(message, { file, ...(line === undefined ? {} : { line }), message })
  }
  if (breaking.length > 0) output.answerNo()
  return breaking
}

/** Undefined: there is none. */
const contentOf = (path: string) => readFile(path, 'utf8').catch(() => undefined)
