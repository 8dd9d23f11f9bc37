import { contract } from '@parlance/contract'
import packageJson from '../../../package.json' with { type: 'json' }
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'

/** Strangers are not told the version: it would tell them what to try. */
export const getInstance = implement(contract.getInstance, async ({ db, config }, { access }) => {
  const { provider, monthlyCharacters } = config.machineTranslation
  const isOpen = config.registration === 'open' && config.hasPasswords
  const { hasAccounts } = await db.one<{ hasAccounts: boolean }>(sql`
    select exists (select 1 from users) as "hasAccounts"`)
  return {
    name: 'Parlance' as const,
    version: access ? packageJson.version : null,
    hasAccounts,
    sendsMail: config.mail !== undefined,
    registration: isOpen || !hasAccounts ? ('open' as const) : ('closed' as const),
    signIn: { hasPasswords: config.hasPasswords, provider: config.provider ? { name: config.provider.name } : null },
    // Memories spend nothing. Where nothing may be spent, nobody else is asked.
    machineTranslation: { provider, canSuggest: provider === 'memory' || monthlyCharacters !== 0 },
  }
})
