import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { ensureGlossary } from './glossary.ts'

interface GlossaryRow {
  id: number
  organizationId: number
  name: string
  termCount: number
  createdAt: Date
  updatedAt: Date
}

export const getGlossary = implement(contract.getGlossary, async ({ db }, { access, now }) => {
  await ensureGlossary(db, access.organizationId, now)
  const glossary = await db.one<GlossaryRow>(sql`
    select g.id, g.organization_id as "organizationId", g.name, g.created_at as "createdAt",
           g.updated_at as "updatedAt", (select count(*) from terms t where t.glossary_id = g.id) as "termCount"
    from glossaries g where g.organization_id = ${access.organizationId}`)
  return { ...glossary, createdAt: glossary.createdAt.toISOString(), updatedAt: glossary.updatedAt.toISOString() }
})
