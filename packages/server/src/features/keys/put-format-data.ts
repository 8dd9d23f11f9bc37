import { contract, limits } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { isEmpty, readText } from '../../http/body.ts'
import { fault, wrongField } from '../../http/errors.ts'
import { assertTexts } from '../../http/validation.ts'
import { rawJson } from '../../http/written-answer.ts'
import { implement } from '../../implement.ts'
import { countFormatData } from './format-data-version.ts'
import { lockKey } from './key.ts'

/** No change of the key that anybody is told of: only files say it. */
export const putFormatData = implement(
  contract.putFormatData,
  async ({ db }, { access, params, body, request, reply }) => {
    // Taken for an empty object, a request that lost its body would wipe out everything.
    if (isEmpty(request)) throw fault('bodyMissing')
    if (Buffer.byteLength(readText(request)) > limits.formatData)
      throw wrongField('body', `The body may have at most ${limits.formatData} bytes.`)
    assertTexts(body)
    // Written anew, numbers are what any reader of JSON takes them for: PostgreSQL would keep 1e99999 in all its digits.
    const text = JSON.stringify(body)
    await transaction(db, async (tx) => {
      const { id } = await lockKey(tx, access.projectId, params.keyId)
      await tx.run(
        text === '{}'
          ? sql`delete from key_format_data where key_id = ${id}`
          : sql`insert into key_format_data (key_id, data) values (${id}, ${text}::jsonb)
              on conflict (key_id) do update set data = excluded.data`,
      )
      await countFormatData(tx, access.projectId)
    })
    return rawJson(contract.putFormatData, reply, text)
  },
)
