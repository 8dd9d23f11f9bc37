import { contract, limits } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { isEmpty, readText } from '../../http/body.ts'
import { fault, wrongField } from '../../http/errors.ts'
import { assertTexts } from '../../http/validation.ts'
import { rawJson } from '../../http/written-answer.ts'
import { implement } from '../../implement.ts'

/**
 * Kept and told in the letters that were sent. Nothing is lost on the way, neither digits of a number nor the order of names,
 * and it may be nested as deep as it fits: to write it anew, this process would have to go as deep.
 */
export const putPreferences = implement(contract.putPreferences, async ({ db }, { access, body, request, reply }) => {
  // Taken for an empty object, a request that lost its body would wipe out everything.
  if (isEmpty(request)) throw fault('bodyMissing')
  const text = readText(request)
  if (Buffer.byteLength(text) > limits.preferences)
    throw wrongField('body', `The body may have at most ${limits.preferences} bytes.`)
  assertTexts(body)
  await db.run(sql`
    insert into preferences (user_id, value) values (${access.userId}, ${text})
    on conflict (user_id) do update set value = excluded.value`)
  return rawJson(contract.putPreferences, reply, text)
})
