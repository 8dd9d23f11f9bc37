import type { Invocation } from '../command.ts'
import { localSourceLocale, localTexts } from '../texts/local-texts.ts'
import { parametersOf, type TypedKey } from './typed-key.ts'

/** What the texts of files in the source language ask for; the service is not asked. */
export async function keysOfFiles(invocation: Pick<Invocation, 'config' | 'output' | 'cwd'>): Promise<TypedKey[]> {
  const sourceLocale = localSourceLocale(await invocation.config())
  const keys = new Map<string, TypedKey>()
  for await (const { namespace, key, ...text } of localTexts(invocation, [sourceLocale]))
    keys.set(`${namespace}\0${key}`, { namespace, key, params: parametersOf(text) })
  return [...keys.values()]
}
