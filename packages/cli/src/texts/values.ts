import { ParlanceError } from '@parlance/sdk'
import type { Status } from '../config/config.ts'
import type { Service } from '../service/service.ts'

/** By namespace, locale and key. */
export type ByPlace<T> = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, T>>>>>>

export interface KeyMeta {
  isPlural: boolean
  description: string | null
  characterLimit: number | null
  syntax: string | null
  formatData: Record<string, unknown> | null
}

/** The values of a language, as the service tells them. */
export interface Values {
  texts: ByPlace<string>
  statuses: ByPlace<Status>
  /** By namespace and key. Empty unless asked for. */
  keys: Readonly<Record<string, Readonly<Record<string, KeyMeta>>>>
}

export interface Asked {
  locales: readonly string[]
  /** Undefined: all. */
  namespaces: readonly string[] | undefined
  statuses: readonly Status[]
  include: readonly ('meta' | 'statuses')[]
}

interface Answer {
  /** Undefined: nothing has changed since the tag was given. */
  values: Values | undefined
  tag: string | undefined
}

const NOT_MODIFIED = 304

/** Asks for values. With a tag of before, it is only looked whether anything has changed. */
export async function askValues(service: Service, asked: Asked, knownTag?: string): Promise<Answer> {
  let tag: string | undefined
  const client = service.clientWith({
    headers: knownTag === undefined ? {} : { 'if-none-match': knownTag },
    onAnswer: ({ headers }) => {
      tag = headers.get('etag') ?? undefined
    },
  })
  const { locales, namespaces, statuses, include } = asked
  const query = {
    locales: [...locales],
    ...(namespaces ? { namespaces: [...namespaces] } : {}),
    ...(statuses.length > 0 ? { statuses: [...statuses] } : {}),
    ...(include.length > 0 ? { include: [...include] } : {}),
  }
  try {
    const body = await client.exportTranslations({ query })
    return { values: { texts: body.namespaces, statuses: body.statuses ?? {}, keys: body.keys ?? {} }, tag }
  } catch (error) {
    if (error instanceof ParlanceError && error.status === NOT_MODIFIED) return { values: undefined, tag: knownTag }
    throw error
  }
}
