import { CATALOGUE } from '@parlance/checks'
import { z } from 'zod'
import { Cursor, KeyId, Locale, limitOf, NextCursor } from '../fields.ts'
import { Finding, findingsOf } from '../findings.ts'
import { given } from '../given.ts'
import { languagesOf, namespaceIds } from '../languages.ts'
import { defineTool } from '../tool.ts'

export const listFindings = defineTool({
  name: 'list_findings',
  title: 'List what checks have found',
  description:
    'What the checks have found in the texts of the project and nobody has set aside, errors first, page by page. The service looks at new texts by itself, shortly after they were written.',
  scopes: ['translations:read'],
  writes: false,
  input: z.strictObject({
    locales: z.array(Locale).max(20).optional().describe('Without, all'),
    namespaces: z.array(z.string()).max(100).optional().describe('By their names; without, all'),
    keyIds: z.array(KeyId).max(100).optional(),
    checks: z.array(z.enum(CATALOGUE.map(({ id }) => id))).optional(),
    severities: z.array(z.enum(['error', 'warning'])).optional(),
    limit: limitOf(20, 50),
    cursor: Cursor.optional(),
  }),
  result: z.object({
    findings: z.array(
      z.object({ keyId: z.int(), namespace: z.string(), key: z.string(), locale: z.string(), ...Finding.shape }),
    ),
    pending: z.int().describe('Texts that were not looked at yet since they were changed; ask again for these'),
    nextCursor: NextCursor,
  }),
  async run({ locales, namespaces, keyIds, checks, severities, limit, cursor }, call) {
    const { service, signal } = call
    const { client, params } = service
    const languages = locales === undefined ? undefined : await languagesOf(call)
    const query = given({
      localeCodes: languages && locales?.map((code) => languages.named(code).code),
      namespaceIds: await namespaceIds(namespaces, call),
      keyIds,
      checks,
      severities,
      limit,
      cursor,
    })
    const { pending } = await client.getQa({ params, signal })
    const { issues, nextCursor } = await client.listIssues({ params, query, signal })
    const about = findingsOf(issues)
    return {
      findings: issues.flatMap(({ keyId: of, namespace, key, locale }, at) => {
        const finding = about[at]
        return finding ? { keyId: of, namespace, key, locale, ...finding } : []
      }),
      pending,
      nextCursor,
    }
  },
})
