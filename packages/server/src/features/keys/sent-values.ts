import type { Status } from '@parlance/contract'
import type { Transaction } from '../../db/transaction.ts'
import { namedLocale, type ProjectAccess } from '../../http/access.ts'
import type { WideMap } from '../../json/wide-map.ts'
import { eachInTurns, inSlices } from '../../turns.ts'
import { enabledLocales } from '../projects/index.ts'

/** More than this is looked at in turns: there may be half a million names, of which none is a language. */
const AT_ONCE = 1_000

interface Sent {
  value: string
  status: Status
}

export interface SentValue extends Sent {
  localeId: number
  locale: string
}

/** The `translations` of a request, resolved. Two spellings of one locale are one value; the later wins. */
export async function resolveSentValues(
  tx: Transaction,
  access: ProjectAccess,
  translations: WideMap<Sent> | undefined,
): Promise<SentValue[]> {
  const byCode = new Map<string, Sent>()
  const take = ([spelling, sent]: [string, Sent]) => byCode.set(namedLocale(access, spelling), sent)
  const entries = (translations ?? [])[Symbol.iterator]()
  let next = entries.next()
  for (let taken = 0; !next.done && taken < AT_ONCE; taken++) {
    take(next.value)
    next = entries.next()
  }
  if (!next.done) {
    take(next.value)
    await eachInTurns(entries, take)
  }
  const resolved: SentValue[] = []
  await inSlices([...byCode.keys()], AT_ONCE, async (codes) => {
    for (const { id, code } of await enabledLocales(tx, access, codes)) {
      const sent = byCode.get(code)
      if (sent) resolved.push({ localeId: id, locale: code, value: sent.value, status: sent.status })
    }
  })
  return resolved
}
