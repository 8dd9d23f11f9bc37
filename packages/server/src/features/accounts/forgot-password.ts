import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { sourceOf } from '../../http/address.ts'
import { fault, faultFor } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { acceptedLanguage, wishRow } from '../../mail/index.ts'
import { LIFETIME_MS } from './own-reset-link.ts'

const WINDOW_MS = 60 * 60_000
const PER_SOURCE = 30

/**
 * Writes the wish down and asks nobody whether there is such an account: whoever sends the mail finds out. So what is
 * answered, and how late, is the same for every address.
 */
export const forgotPassword = implement(
  contract.forgotPassword,
  async ({ db, secrets, wakeUps }, { body, now, request }) => {
    const source = sourceOf(request)
    const filled = await db.row<{ at: Date }>(sql`
      select created_at as at from mails
      where source = ${source} and created_at > ${new Date(now.getTime() - WINDOW_MS)}
      order by created_at desc offset ${PER_SOURCE - 1} limit 1`)
    if (filled) throw faultFor((filled.at.getTime() + WINDOW_MS - now.getTime()) / 1000, 'tooManyResets')
    const language = acceptedLanguage(request.headers['accept-language']) ?? 'en'
    const wish = { address: body.email, language }
    const expiresAt = new Date(now.getTime() + LIFETIME_MS)
    await db.run(wishRow({ secrets }, { kind: 'password_reset', wish, source, now, expiresAt }))
    wakeUps.mails.call()
  },
  async ({ config }) => {
    if (!config.mail) throw fault('mailOff')
  },
)
